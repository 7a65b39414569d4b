package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Names of the encodings a file may have.
const (
	UTF8    = "UTF-8"
	UTF8BOM = "UTF-8 with BOM"
	UTF16LE = "UTF-16LE"
	UTF16BE = "UTF-16BE"
	GB18030 = "GB18030"
	XLSX    = "XLSX" // a workbook has no encoding or delimiter of its own
	JSON    = "JSON"
)

// Format is how a file turned out to be written; a preview shows it, because an
// encoding without a mark is a guess.
type Format struct {
	Encoding  string
	Delimiter rune // ',', ';' or tab; 0 where there is none
}

// textFile is a decoded file; skipped lines came before its header.
type textFile struct {
	*bufio.Reader
	format  Format
	skipped int
}

// openText recognises the encoding and delimiter of a file of at most MaxBytes and
// returns its text in UTF-8. A reader that can seek is read twice; any other is
// held in memory, because only its last byte decides whether it is UTF-8.
func openText(r io.Reader) (*textFile, error) {
	source, err := rewindable(r)
	if err != nil {
		return nil, err
	}
	encoding, err := detectEncoding(limited(source))
	if err != nil {
		return nil, err
	}
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("rewind: %w", err)
	}
	f := &textFile{Reader: bufio.NewReaderSize(decode(limited(source), encoding), 64<<10)}
	f.format.Encoding = encoding
	return f, f.detectDelimiter()
}

func rewindable(r io.Reader) (io.ReadSeeker, error) {
	if s, ok := r.(io.ReadSeeker); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil && at == 0 {
			return s, nil
		}
	}
	b, err := io.ReadAll(limited(r))
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	return bytes.NewReader(b), nil
}

func decode(r io.Reader, encoding string) io.Reader {
	switch encoding {
	case UTF8BOM:
		return transform.NewReader(r, unicode.UTF8BOM.NewDecoder())
	case UTF16LE:
		return transform.NewReader(r, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
	case UTF16BE:
		return transform.NewReader(r, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder())
	case GB18030:
		return transform.NewReader(r, simplifiedchinese.GB18030.NewDecoder())
	}
	return r
}

// detectEncoding trusts a mark at the start, then the zero bytes that UTF-16 shows
// in a file of mostly ASCII, then strict UTF-8, and takes the rest for GB18030.
func detectEncoding(r io.Reader) (string, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	head, err := br.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return "", fmt.Errorf("read: %w", err)
	}
	switch {
	case bytes.HasPrefix(head, []byte{0xef, 0xbb, 0xbf}):
		return UTF8BOM, drain(br)
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return UTF16LE, drain(br)
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return UTF16BE, drain(br)
	}
	if e := utf16ByZeros(head); e != "" {
		return e, drain(br)
	}
	valid, invalid, err := countRunes(br)
	if err != nil {
		return "", err
	}
	// A few bad bytes among many good sequences are damage, not another encoding:
	// GB18030 text hardly ever forms valid UTF-8 by chance.
	if invalid*10 <= valid {
		return UTF8, nil
	}
	return GB18030, nil
}

// drain reads to the end, so that the size limit holds for every encoding before
// the first row is looked at.
func drain(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

func utf16ByZeros(head []byte) string {
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch pairs := len(head) / 2; {
	case pairs < 4:
		return ""
	case zeros[1]*10 > pairs*3 && zeros[0]*10 < pairs:
		return UTF16LE
	case zeros[0]*10 > pairs*3 && zeros[1]*10 < pairs:
		return UTF16BE
	}
	return ""
}

// countRunes counts the valid multi-byte sequences and the bytes that are none.
func countRunes(r *bufio.Reader) (valid, invalid int, err error) {
	buf := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := r.Read(buf[kept:])
		chunk := buf[:kept+n]
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return 0, 0, fmt.Errorf("read: %w", err)
		}
		for len(chunk) > 0 {
			if chunk[0] < utf8.RuneSelf {
				chunk = chunk[1:]
				continue
			}
			if !end && !utf8.FullRune(chunk) {
				break
			}
			c, size := utf8.DecodeRune(chunk)
			if c == utf8.RuneError && size == 1 {
				invalid++
			} else {
				valid++
			}
			chunk = chunk[size:]
		}
		if end {
			return valid, invalid, nil
		}
		kept = copy(buf, chunk)
	}
}

// detectDelimiter counts separators in the header, whose names hold none. Excel's
// "sep=;" line decides by itself and is skipped.
func (f *textFile) detectDelimiter() error {
	head, err := f.Peek(32 << 10)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return fmt.Errorf("read: %w", err)
	}
	line, _, _ := strings.Cut(string(head), "\n")
	line = strings.TrimRight(line, "\r")
	if sep, ok := strings.CutPrefix(strings.ToLower(strings.Trim(line, `"`)), "sep="); ok && len(sep) == 1 && strings.Contains(",;\t", sep) {
		f.format.Delimiter, f.skipped = rune(sep[0]), 1
		if _, err := f.ReadString('\n'); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read: %w", err)
		}
		return nil
	}
	f.format.Delimiter = ','
	most := 0
	for _, d := range []rune{',', ';', '\t'} {
		if n := countOutsideQuotes(line, d); n > most {
			f.format.Delimiter, most = d, n
		}
	}
	return nil
}

func countOutsideQuotes(line string, d rune) int {
	n, quoted := 0, false
	for _, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == d && !quoted:
			n++
		}
	}
	return n
}
