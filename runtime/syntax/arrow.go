package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
)

// arrow reads -->, --|g|--> or -->|g|. What was meant as one is reported and taken for it; its guard may then be missing.
// ok is false, and nothing reported, when nothing like an arrow is there.
func (p *parser) arrow() (arrow diag.Span, guard Name, ok bool) {
	p.peek()
	start := p.pos
	if strings.HasPrefix(p.rest(), "-->") {
		if r, _ := p.next(start + len("-->")); isWord(r) {
			p.pos += len("-->")
			return diag.Span{Start: start, End: p.pos}, Name{}, true
		}
	}
	tail := p.arrowRun()
	arrow = tail
	bar := p.peek() == '|'
	if !bar && tail.Len() == 0 {
		return arrow, guard, false
	}
	if !bar {
		p.plainArrow(&arrow, &guard)
		return arrow, guard, true
	}
	touching := p.pos == tail.End
	faults, open := len(p.faults), p.pos
	guard, closed := p.guard()
	arrow.End = p.pos
	head := p.arrowRun()
	if head.Len() > 0 {
		touching = touching && head.Start == arrow.End
		arrow.End = head.End
	} else {
		p.pos = arrow.End
	}
	if !closed {
		p.unclosedGuard(diag.Span{Start: open, End: guard.Span.End}, arrow, guard)
	} else if len(p.faults) == faults && !properArrow(p.src.Slice(tail), p.src.Slice(head), touching) {
		p.badArrow(arrow, "--|"+guard.Text+"|-->")
	}
	return arrow, guard, true
}

// properArrow reports whether what stands before and behind a guard makes an arrow of the two.
func properArrow(tail, head string, touching bool) bool {
	return tail == "-->" && head == "" || tail == "--" && head == "-->" && touching
}

// plainArrow looks at a run of arrow characters without a guard in bars, which perhaps has one in the way of mermaid: -- g -->.
func (p *parser) plainArrow(arrow *diag.Span, guard *Name) {
	p.pos = arrow.End
	text := p.src.Slice(*arrow)
	switch {
	case text == "-->":
		return
	case strings.Count(text, "-->") > 1:
		p.fault(diag.MissingName, *arrow, "no node stands between two arrows", "`A-->B-->C` is two edges")
		return
	case strings.Contains(text, "<"):
		p.fault(diag.BadArrow, *arrow, quote(text)+" is no arrow", "arrows point to the right: write `B-->A`")
		return
	}
	if !strings.Contains(p.near(), "->") || text != "--" && text != "-." || !p.atWord() {
		p.badArrow(*arrow, "-->")
		return
	}
	*guard = p.nameAt(p.word())
	for p.pos < p.end && p.arrowRun().Len() == 0 {
		p.pos++
	}
	arrow.End = p.pos
	p.badArrow(*arrow, "--|"+guard.Text+"|-->")
}

// badArrow reports an arrow that is written in another way than better.
func (p *parser) badArrow(arrow diag.Span, better string) {
	text := p.src.Slice(arrow)
	p.fault(diag.BadArrow, arrow, quote(text)+" is no arrow", "did you mean "+quote(better)+"?", p.replace(arrow, better))
}

// guard reads |g|, the first bar at pos. A guard without a second bar is not closed, and that is not reported here.
func (p *parser) guard() (guard Name, closed bool) {
	bar := p.pos
	p.pos++
	if p.peek() == '|' {
		p.pos++
		p.fault(diag.EmptyGuard, diag.Span{Start: bar, End: p.pos}, "the guard's name is missing between the bars",
			"name it, as in `--|ready|-->`, or write `-->`")
		return Name{Span: diag.Span{Start: p.pos - 1, End: p.pos - 1}}, true
	}
	start := p.pos
	span, proper := p.looseName("")
	if proper && p.peek() == '|' {
		p.pos++
		return p.nameAt(span), true
	}
	p.pos = start
	length := strings.IndexByte(p.near(), '|')
	if length < 0 || strings.Contains(p.text[start:start+length], "->") {
		p.pos = span.End
		return p.nameAt(span), false
	}
	p.pos = start + length + 1
	span = diag.Span{Start: start, End: start + len(strings.TrimRight(p.text[start:start+length], " \t"))}
	p.badName(span, "guard")
	return p.nameAt(span), true
}

// unclosedGuard reports an arrow whose guard, from its first bar on at span, has no second one.
func (p *parser) unclosedGuard(span, arrow diag.Span, guard Name) {
	if guard.Text == "" {
		p.fault(diag.UnclosedGuard, span, "the guard is missing behind the bar", "a guarded edge is `A--|ready|-->B`")
		return
	}
	better := "--|" + guard.Text + "|-->"
	p.fault(diag.UnclosedGuard, span, "the guard has no closing `|`", "did you mean "+quote(better)+"?", p.replace(arrow, better))
}

// arrowRun skips characters that arrows are made of, with blanks and dots between them, and answers their span.
func (p *parser) arrowRun() diag.Span {
	p.peek()
	run := diag.Span{Start: p.pos, End: p.pos}
	for {
		r, n := p.next(p.pos)
		switch {
		case isArrowRune(r), r == '.' && p.dotsArrow(run):
			p.pos += n
			run.End = p.pos
		case (r == ' ' || r == '\t') && run.Len() > 0:
			p.pos += n
		default:
			p.pos = run.End
			return run
		}
	}
}

// dotsArrow reports whether the dot at pos belongs to an arrow: one of its neighbours is a dash.
func (p *parser) dotsArrow(run diag.Span) bool {
	return run.End == p.pos && run.Len() > 0 && p.text[p.pos-1] == '-' || strings.HasPrefix(p.rest(), ".-")
}

// isArrowRune reports whether people draw arrows with r: dashes and arrows of any kind.
func isArrowRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '-' || r == '=' || r == '<' || r == '>' || r == '~'
	}
	return unicode.Is(unicode.Pd, r) || r == '\u2212' || '\u2190' <= r && r <= '\u21ff' ||
		'\u2794' <= r && r <= '\u27be' || '\u27f0' <= r && r <= '\u297f'
}
