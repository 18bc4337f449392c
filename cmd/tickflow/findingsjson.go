package main

import "github.com/tickflow/tickflow/runtime/diag"

// The JSON form of findings, as check --json prints it. Members are never left out, but for the place of a finding that
// has none.
type (
	findingsJSON struct {
		Findings []findingJSON `json:"findings"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Infos    int           `json:"infos"`
		Hints    int           `json:"hints"`
		Graphs   []decidedJSON `json:"graphs"`
		Mended   []mendedJSON  `json:"mended"`
	}
	findingJSON struct {
		*placeJSON
		Severity string        `json:"severity"`
		Code     diag.Code     `json:"code"`
		Message  string        `json:"message"`
		Hint     string        `json:"hint"`
		Docs     string        `json:"docs"`
		Related  []relatedJSON `json:"related"`
		Fixes    []fixJSON     `json:"fixes"`
	}
	placeJSON struct {
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"end_line"`
		EndColumn int    `json:"end_column"`
		Start     int    `json:"start"`
		End       int    `json:"end"`
	}
	relatedJSON struct {
		*placeJSON
		Message string `json:"message"`
	}
	fixJSON struct {
		Title string     `json:"title"`
		Edits []editJSON `json:"edits"`
	}
	editJSON struct {
		*placeJSON
		Text string `json:"text"`
	}
)

func (c *console) printFindingsJSON(k *checking) error {
	out := findingsJSON{Findings: []findingJSON{}, Graphs: []decidedJSON{}, Mended: []mendedJSON{}}
	for _, r := range k.decided {
		out.Graphs = append(out.Graphs, decidedToJSON(r))
	}
	for _, m := range k.mended {
		out.Mended = append(out.Mended, mendedToJSON(m))
	}
	for _, d := range k.found {
		switch d.Severity {
		case diag.Error:
			out.Errors++
		case diag.Warning:
			out.Warnings++
		case diag.Info:
			out.Infos++
		case diag.Hint:
			out.Hints++
		}
		out.Findings = append(out.Findings, toJSON(d))
	}
	return c.printJSON(out)
}

func toJSON(d diag.Diagnostic) findingJSON {
	f := findingJSON{
		placeJSON: placeOf(d.Source, d.Span), Severity: d.Severity.String(), Code: d.Code, Message: d.Msg, Hint: d.Hint, Docs: d.Code.Docs(),
		Related: []relatedJSON{}, Fixes: []fixJSON{},
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, relatedJSON{placeOf(r.Source, r.Span), r.Msg})
	}
	for _, fix := range d.Fixes {
		edits := []editJSON{}
		for _, e := range fix.Edits {
			edits = append(edits, editJSON{placeOf(e.Source, e.Span), e.Text})
		}
		f.Fixes = append(f.Fixes, fixJSON{fix.Title, edits})
	}
	return f
}

func placeOf(src *diag.Source, span diag.Span) *placeJSON {
	if src == nil {
		return nil
	}
	from, to := src.Position(span.Start), src.Position(span.End)
	return &placeJSON{src.Name, from.Line, from.Column, to.Line, to.Column, span.Start, span.End}
}
