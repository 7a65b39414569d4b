package dataset

import (
	"errors"
	"fmt"
	"io"
)

// Limits of one file. They are enforced while reading, so a larger file is refused
// without being held in memory.
const (
	MaxBytes = 64 << 20
	MaxRows  = 200_000
)

// ErrTooLarge says that a file exceeds MaxBytes or MaxRows.
var ErrTooLarge = errors.New("file is too large")

func errTooManyBytes() error { return fmt.Errorf("%w: more than %d MiB", ErrTooLarge, MaxBytes>>20) }

func errTooManyRows() error { return fmt.Errorf("%w: more than %d rows", ErrTooLarge, MaxRows) }

// limitReader fails with ErrTooLarge after MaxBytes, where io.LimitReader would
// pretend that the file ends there.
type limitReader struct {
	r    io.Reader
	left int64
}

func limited(r io.Reader) io.Reader { return &limitReader{r: r, left: MaxBytes} }

// Read reads up to the limit and fails with ErrTooLarge where more follows.
func (l *limitReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		var one [1]byte
		if n, err := l.r.Read(one[:]); n == 0 {
			return 0, err
		}
		return 0, errTooManyBytes()
	}
	if int64(len(p)) > l.left {
		p = p[:l.left]
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	return n, err
}
