package proof

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// ending tells of runs that never rest.
func (w *writer) ending(r *Report) {
	const hint = "put a guard on an edge with which the circle closes, so that it can end"
	switch r.Ending {
	case Livelock:
		w.restless(diag.Livelock, diag.Warning, r.Circle, "a run can come to where it never rests any more: ", hint)
	case Never:
		w.restless(diag.NeverIdle, diag.Warning, r.Circle, "no run ever comes to rest: ", hint)
	case MayDiverge:
		w.restless(diag.MayDiverge, diag.Info, w.circles(w.endless), "a run can go on for ever, as long as the guards let it: ", "")
	}
}

func (w *writer) restless(code diag.Code, severity diag.Severity, firing []graph.ID, what, hint string) {
	circle, _ := w.circle(firing)
	w.add(diag.Diagnostic{Code: code, Severity: severity, Span: w.span(circle[0]), Msg: what + w.circling(firing), Hint: hint})
}

// circle answers, of nodes that keep firing, those that are on one circle with the first that is on any, and how many
// circles there are beside it.
func (w *writer) circle(firing []graph.ID) (circle []graph.ID, more int) {
	c := w.n.g.Components()
	others := map[int]bool{}
	for _, id := range firing {
		switch of := c.Of(id); {
		case !c.Cyclic(of): // it comes before or after a circle
		case len(circle) == 0 || of == c.Of(circle[0]):
			circle = append(circle, id)
		default:
			others[of] = true
		}
	}
	if circle == nil { // the circle is too far away to be among them
		circle = firing
	}
	return circle, len(others)
}

// circling says how nodes come to keep firing.
func (w *writer) circling(firing []graph.ID) string {
	circle, more := w.circle(firing)
	text := w.n.list(circle) + plural(len(circle), " keeps itself", " keep one another") + " firing"
	if more > 0 {
		text += fmt.Sprintf(", and so %s %d more %s", plural(more, "does", "do"), more, plural(more, "circle", "circles"))
	}
	return text
}
