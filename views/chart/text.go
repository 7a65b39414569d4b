package chart

// fontSize is the height of chart text in user units, the floor for CJK.
const fontSize = 12

// weightSize is the height of the figure inside the big weight (class wt).
const weightSize = 22

// textWidth estimates the width of s in ems, erring on the wide side of the
// families the stylesheet names, so that a label that fits here fits there.
func textWidth(s string) float64 {
	var ems float64
	previous := rune(0)
	for _, r := range s {
		if previous != 0 && isWide(previous) != isWide(r) && previous != ' ' && r != ' ' {
			ems += 0.125 // text-autospace sets CJK and Latin an eighth of an em apart
		}
		ems += runeWidth(r)
		previous = r
	}
	return ems
}

func isWide(r rune) bool { return r >= 0x2E80 }

func runeWidth(r rune) float64 {
	switch {
	case isWide(r):
		return 1
	case r >= '0' && r <= '9':
		return 0.63
	case r == 'm', r == 'w', r == 'M', r == 'W', r == '@', r == '%':
		return 0.92
	case r >= 'A' && r <= 'Z':
		return 0.71
	case r == 'i', r == 'l', r == 'j', r == '.', r == ',', r == ':', r == ';', r == '\'', r == '|', r == '!', r == ' ', r == 'I', r == '·':
		return 0.31
	case r == 'f', r == 't', r == 'r', r == '(', r == ')', r == '-', r == '/':
		return 0.42
	default:
		return 0.62
	}
}

// boldFactor is how much wider the heavy cut of the text families runs.
const boldFactor = 1.07
