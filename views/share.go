package views

// ShareModel is a new short address.
type ShareModel struct {
	Short   string // full address
	Path    string // where it leads
	Frozen  bool
	Created string // moment of sharing, printed
}
