package render

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// luminance is that of WCAG 2, for a colour such as #0f172a.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil || len(colour) != 7 {
		t.Fatalf("colour %q", colour)
	}
	part := func(shift int) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

// Text stands out from what is behind it by 4.5 to 1 at least, lines by 3 to 1, in light and in dark surroundings.
func TestContrast(t *testing.T) {
	light, dark := map[string]string{}, map[string]string{}
	for _, c := range palette {
		light[c.name], dark[c.name] = c.light, c.dark
	}
	for _, pair := range []struct {
		front, behind string
		least         float64
	}{
		{"text", "canvas", 4.5},
		{"text", "node", 4.5},
		{"text", "start", 4.5},
		{"text", "fired", 4.5},
		{"text", "failed-fill", 4.5},
		{"quiet", "canvas", 4.5},
		{"quiet", "node", 4.5},
		{"quiet", "start", 4.5},
		{"quiet", "fired", 4.5},
		{"quiet", "failed-fill", 4.5},
		{"guard-text", "guard", 4.5},
		{"guard-text", "canvas", 3},
		{"edge", "canvas", 3},
		{"back", "canvas", 3},
		{"join", "canvas", 3},
		{"start-border", "canvas", 3},
		{"border", "canvas", 3},
		{"fireable", "canvas", 3},
		{"waiting", "canvas", 3},
		{"failed", "canvas", 3},
		{"token", "canvas", 3},
	} {
		for mode, colours := range map[string]map[string]string{"light": light, "dark": dark} {
			a, b := luminance(t, colours[pair.front]), luminance(t, colours[pair.behind])
			if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < pair.least {
				t.Errorf("%s: %s on %s has contrast %.2f, want %.1f", mode, pair.front, pair.behind, got, pair.least)
			}
		}
	}
}

// Every colour that the rules name is in the palette, and the style sheet has none left to name.
func TestStylesheet(t *testing.T) {
	if at := strings.Index(stylesheet, "$"); at >= 0 {
		t.Errorf("a colour without a value: %.40s", stylesheet[at:])
	}
	for _, c := range palette {
		if !strings.Contains(stylesheet, "var(--tf-"+c.name+")") {
			t.Errorf("colour %s is not used", c.name)
		}
	}
}

func TestTextWidth(t *testing.T) {
	for _, test := range []struct {
		text        string
		least, most int // at 100 pixels
	}{
		{"", 0, 0},
		{"iiii", 100, 150},
		{"mmmm", 340, 400},
		{"check_budget", 600, 780},
		{"名前", 200, 210},
		{"🚀", 120, 150},
		{"e\u0301", 50, 70},
		{"ÄÖ", 140, 160},
	} {
		if got := textWidth(test.text, 100); got < test.least || got > test.most {
			t.Errorf("%q is %d wide, want %d to %d", test.text, got, test.least, test.most)
		}
	}
}

func TestWrapAndShorten(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"review", "review"},
		{"Intermediate_Event_Message_Catch", "Intermediate_Event_|Message_Catch"},
		{"reconcileWorkflowTaskResults", "reconcileWorkflow|TaskResults"},
		{strings.Repeat("x", 40), strings.Repeat("x", 40)},
	} {
		if got := strings.Join(wrap(test.name), "|"); got != test.want {
			t.Errorf("%s is wrapped %s, want %s", test.name, got, test.want)
		}
	}
	short := shorten(strings.Repeat("x", 40), nameSize, widestText)
	if !strings.HasSuffix(short, "x…") || textWidth(short, nameSize) > widestText || textWidth("x"+short, nameSize) <= widestText {
		t.Errorf("shortened to %q, %d wide", short, textWidth(short, nameSize))
	}
}
