package diag_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
)

func TestPositionCountsLinesAndCodePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("a é\n\r世"))).Draw(t, "text")
		src := diag.NewSource("x", text)
		offset := rapid.IntRange(-1, len(text)+1).Draw(t, "offset")
		before := text[:min(max(offset, 0), len(text))]
		line := strings.Count(before, "\n") + 1
		column := utf8.RuneCountInString(before[strings.LastIndex(before, "\n")+1:]) + 1
		if got := src.Position(offset); got != (diag.Position{Line: line, Column: column}) {
			t.Fatalf("%q at %d: got %v, want %d:%d", text, offset, got, line, column)
		}
		if got := src.Lines(); got != strings.Count(text, "\n")+1 {
			t.Fatalf("%q has %d lines", text, got)
		}
		for n, want := range strings.Split(text, "\n") {
			if n+1 < src.Lines() || strings.HasSuffix(want, "\r") {
				want = strings.TrimSuffix(want, "\r")
			}
			if got := src.Slice(src.Line(n + 1)); got != want {
				t.Fatalf("line %d of %q is %q, want %q", n+1, text, got, want)
			}
		}
	})
}

func TestPositionOnALongLine(t *testing.T) {
	for _, piece := range []string{"a", "aé", "世界-", "😀", "\xbf", "\xe4x"} {
		text := "first\n" + strings.Repeat(piece, 9000) + "\nlast"
		src := diag.NewSource("f", text)
		for n := 0; n < 9000; n += 97 {
			offset := len("first\n") + n*len(piece)
			want := diag.Position{Line: 2, Column: utf8.RuneCountInString(text[len("first\n"):offset]) + 1}
			if got := src.Position(offset); got != want {
				t.Fatalf("%q, offset %d: %v, want %v", piece, offset, got, want)
			}
		}
	}
}

func TestClosest(t *testing.T) {
	names := []string{"join", "body", "inputs", "guards", "Überprüfung"}
	tests := []struct{ name, want string }{
		{"joint", "join"},
		{"jion", "join"},
		{"JOIN", "join"},
		{"imputs", "inputs"},
		{"input", "inputs"},
		{"überprufung", "Überprüfung"},
		{"join", ""},
		{"cancels", ""},
		{"x", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := diag.Closest(tt.name, names); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSlip(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"shw", "show", true},
		{"hsow", "show", true},
		{"shoe", "show", true},
		{"Shw", "show", true},
		{"Übung", "Uebung", false},
		{"show", "show", false},
		{"show", "Show", false},
		{"sw", "show", false},
		{"tool1", "tool2", false},
		{"tool", "tool2", false},
	} {
		if got := diag.Slip(tt.a, tt.b); got != tt.want {
			t.Errorf("%s and %s: got %t", tt.a, tt.b, got)
		}
	}
}

func TestListsAreSortedByPlaceAndAreErrorsWhenOneIs(t *testing.T) {
	a, b := diag.NewSource("a", "xyz"), diag.NewSource("b", "xyz")
	at := func(src *diag.Source, start int, s diag.Severity, code diag.Code) diag.Diagnostic {
		return diag.Diagnostic{Code: code, Severity: s, Source: src, Span: diag.Span{Start: start, End: start + 1}, Msg: "odd"}
	}
	list := diag.List{
		at(b, 0, diag.Hint, "h"), at(a, 2, diag.Warning, "w"), at(a, 1, diag.Warning, "w"), at(a, 1, diag.Error, "e"), at(nil, 0, diag.Info, "i"),
	}
	list.Sort()
	var got []string
	for _, d := range list {
		got = append(got, d.String())
	}
	want := []string{"info: odd [i]", "a:1:2: error: odd [e]", "a:1:2: warning: odd [w]", "a:1:3: warning: odd [w]", "b:1:1: hint: odd [h]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var asErrors *diag.ErrorList
	if err := list.Err(); !errors.As(err, &asErrors) || err.Error() != "a:1:2: error: odd [e]" || len(asErrors.Findings) != 5 {
		t.Errorf("got %v", err)
	}
	if mild := list[2:]; mild.Err() != nil || mild.Has(diag.Error) || !mild.Has(diag.Warning) {
		t.Errorf("warnings are an error: %v", mild.Err())
	}
}
