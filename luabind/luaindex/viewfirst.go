package luaindex

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// ViewFirst answers a warning about a body whose first parameter is called like a view, although a node passes inputs
// before the view: the node, and the names of what it passes without the view. ok is false when all is well, or nothing is
// known of the body's parameters.
func (n *Names) ViewFirst(body, node string, passed []string) (d diag.Diagnostic, ok bool) {
	place, found := n.Find(Body, body)
	if !found || len(passed) == 0 || len(place.Registration.Params) == 0 {
		return diag.Diagnostic{}, false
	}
	first := place.Registration.Params[0]
	if first.Name != "v" && first.Name != "view" {
		return diag.Diagnostic{}, false
	}
	params := strings.Join(append(passed[:len(passed):len(passed)], first.Name), ", ")
	return diag.Diagnostic{
		Code: diag.ViewFirst, Severity: diag.Warning, Source: place.File.Source, Span: first.Span,
		Msg:  fmt.Sprintf("`%s.bind` passes (%s), so `%s` is no view here", node, params, first.Name),
		Hint: "the view is the last parameter: function(" + params + ")",
	}, true
}
