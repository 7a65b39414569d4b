package catalog

import (
	"slices"
	"strings"
	"time"
)

// dict gives every different value a number, so that a column holds numbers and
// each value is stored once.
type dict[T comparable] struct {
	values []T
	index  map[T]uint32
}

func newDict[T comparable](known ...T) *dict[T] {
	d := &dict[T]{index: map[T]uint32{}}
	for _, v := range known {
		d.add(v)
	}
	return d
}

func (d *dict[T]) add(v T) uint32 {
	i, ok := d.index[v]
	if !ok {
		i = uint32(len(d.values))
		d.values = append(d.values, v)
		d.index[v] = i
	}
	return i
}

// seal drops what only building needs, room to grow included.
func (d *dict[T]) seal() {
	d.index = nil
	d.values = slices.Clone(slices.Clip(d.values))
}

// lists is a dict of lists of words.
type lists struct {
	values [][]string
	index  map[string]uint32
}

func newLists() *lists { return &lists{values: [][]string{nil}, index: map[string]uint32{"": 0}} }

func (l *lists) add(v []string) uint32 {
	key := strings.Join(v, "\x00")
	i, ok := l.index[key]
	if !ok {
		i = uint32(len(l.values))
		l.values = append(l.values, v)
		l.index[key] = i
	}
	return i
}

func (l *lists) seal() {
	l.index = nil
	l.values = slices.Clone(slices.Clip(l.values))
}

// packedDate holds a Date in 32 bits, in the order of time.
type packedDate uint32

func packDate(d Date) packedDate {
	return packedDate(d.Year<<9 | int(d.Month)<<5 | d.Day)
}

func (p packedDate) date() Date {
	return Date{Year: int(p >> 9), Month: time.Month(p >> 5 & 15), Day: int(p & 31)}
}
