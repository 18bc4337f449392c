package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Sizes of text, in pixels, and of the boxes around it. Heights and widths of boxes are even: middles are whole pixels.
const (
	nameSize, bodySize, labelSize = 14, 11, 12 // font sizes
	nameLine, bodyLine            = 18, 16     // line heights

	nodePadding, labelPadding = 16, 8
	labelHeight               = 20
	narrowest                 = 64  // node
	wrapFrom                  = 168 // a name wider than this goes on two lines
	widestText                = 216
	startGlyph                = 18 // room for the triangle before the name of a start
	bevel                     = 12 // how far the slanted sides of an OR-join reach in
)

// measure answers the outline of a node with its text, not placed yet.
func measure(g *graph.Graph, n graph.ID) NodeBox {
	node := &g.Nodes[n]
	box := NodeBox{Name: wrap(node.Name)}
	text := 0
	for i := range box.Name {
		box.Name[i] = shorten(box.Name[i], nameSize, widestText)
		text = max(text, textWidth(box.Name[i], nameSize))
	}
	box.H = 22 + nameLine*len(box.Name)
	if node.Start {
		text += startGlyph
	}
	if node.Body != "" {
		box.Body = shorten(node.Body, bodySize, widestText)
		text = max(text, textWidth(box.Body, bodySize))
		box.H += bodyLine - 2
	}
	if node.Start {
		text += startGlyph / 2 // for the round ends
	}
	box.W = max(narrowest, even(text+2*nodePadding))
	return box
}

// measureLabel answers the name of a guard as it is drawn, and the size of the box around it.
func measureLabel(guard string) (string, Box) {
	text := shorten(guard, labelSize, widestText)
	return text, Box{W: even(textWidth(text, labelSize) + 2*labelPadding), H: labelHeight}
}

func even(n int) int { return n + n&1 }

// textWidth estimates how wide a text is in pixels, on the safe side for the usual system fonts.
func textWidth(text string, size int) int {
	mils := 0
	for _, r := range text {
		mils += glyphWidth(r)
	}
	return (mils*size + 999) / 1000
}

// glyphWidth answers the width of a glyph in thousandths of the font size: about what the widest of the common sans-serif
// fonts give, a little bold.
func glyphWidth(r rune) int {
	switch {
	case strings.ContainsRune("ijlI.,:;'|!", r):
		return 340
	case strings.ContainsRune("frt()[]{}/\\-\" ", r):
		return 430
	case strings.ContainsRune("mwMW@%…", r):
		return 960
	case r == '_' || unicode.IsDigit(r):
		return 620
	case r < utf8.RuneSelf && unicode.IsUpper(r):
		return 720
	case r < utf8.RuneSelf:
		return 620
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0xFF00 && r <= 0xFF60:
		return 1040
	case r >= 0x1F000 || r >= 0x2600 && r <= 0x27BF:
		return 1400 // emoji and dingbats
	}
	return 740
}

// shorten cuts a text that is wider than most pixels and lets it end in an ellipsis.
func shorten(text string, size, most int) string {
	if textWidth(text, size) <= most {
		return text
	}
	left := most*1000/size - glyphWidth('…')
	for i, r := range text {
		if left -= glyphWidth(r); left < 0 {
			return text[:i] + "…"
		}
	}
	return text
}

// wrap breaks a wide name in two, at the underscore or the change from small to capital letters nearest to its middle.
func wrap(name string) []string {
	width := textWidth(name, nameSize)
	if width <= wrapFrom {
		return []string{name}
	}
	best, distance := 0, width
	done, previous := 0, ' '
	for i, r := range name {
		if previous == '_' && r != '_' || unicode.IsLower(previous) && unicode.IsUpper(r) {
			if d := 2*done*nameSize/1000 - width; max(d, -d) < distance {
				best, distance = i, max(d, -d)
			}
		}
		done += glyphWidth(r)
		previous = r
	}
	if best == 0 {
		return []string{name}
	}
	return []string{name[:best], name[best:]}
}
