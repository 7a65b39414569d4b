package catalog

// Opt is a value that may be unknown. The zero Opt is unknown.
type Opt[T any] struct {
	Value T
	Known bool
}

// Known wraps a known value.
func Known[T any](v T) Opt[T] { return Opt[T]{Value: v, Known: true} }

// Or returns the value, or fallback when it is unknown.
func (o Opt[T]) Or(fallback T) T {
	if o.Known {
		return o.Value
	}
	return fallback
}

// Get returns the value and whether it is known.
func (o Opt[T]) Get() (T, bool) { return o.Value, o.Known }

// Number is a physical figure that may be unknown; its unit is in the field's name.
type Number = Opt[float64]
