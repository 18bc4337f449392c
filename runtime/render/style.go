package render

import (
	"slices"
	"strings"
)

// palette holds the colours of a drawing by the name of their custom property: in light surroundings and in dark ones.
var palette = []struct{ name, light, dark string }{
	{"canvas", "#f8fafc", "#0f172a"},
	{"node", "#ffffff", "#1e293b"},
	{"border", "#7b8aa0", "#64748b"},
	{"text", "#0f172a", "#f1f5f9"},
	{"quiet", "#475569", "#b6c2d2"},
	{"edge", "#64748b", "#94a3b8"},
	{"join", "#334155", "#cbd5e1"},
	{"start", "#ecfdf5", "#053b30"},
	{"start-border", "#059669", "#34d399"},
	{"guard", "#ede9fe", "#2e2459"},
	{"guard-border", "#c4b5fd", "#7c6bd6"},
	{"guard-text", "#5b21b6", "#ddd6fe"},
	{"back", "#b45309", "#fbbf24"},
	{"fireable", "#2563eb", "#60a5fa"},
	{"fired", "#dbeafe", "#1e3a6e"},
	{"waiting", "#d97706", "#f59e0b"},
	{"failed", "#dc2626", "#f87171"},
	{"failed-fill", "#fef2f2", "#4c1519"},
	{"token", "#1d4ed8", "#93c5fd"},
}

// rules are the style of a drawing. A colour is written $name.
const rules = `.tickflow{max-width:100%;height:auto;font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif}
.tickflow .canvas{fill:$canvas}
.tickflow text{text-anchor:middle;font-size:14px;fill:$text}
.tickflow .name{font-weight:600}
.tickflow .identity .name{font-weight:500}
.tickflow .body{font-size:11px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;fill:$quiet}
.tickflow .shape{fill:$node;stroke:$border;stroke-width:1.5;stroke-linejoin:round}
.tickflow .identity .shape{fill:$canvas}
.tickflow .inner{fill:none;stroke:$border;stroke-linejoin:round}
.tickflow .bar{fill:none;stroke:$join;stroke-width:5;stroke-linecap:round}
.tickflow .start .shape{fill:$start;stroke:$start-border}
.tickflow .start .inner{stroke:$start-border}
.tickflow .go{fill:$start-border}
.tickflow .line{fill:none;stroke:$edge;stroke-width:1.5}
.tickflow .head{fill:$edge}
.tickflow .back .line{stroke:$back;stroke-dasharray:5 4}
.tickflow .back .head{fill:$back}
.tickflow .gate{fill:$canvas;stroke:$guard-text;stroke-width:1.5;stroke-linejoin:round}
.tickflow .label{fill:$guard;stroke:$guard-border}
.tickflow .guard{font-size:12px;fill:$guard-text}
.tickflow .edge:hover .line{stroke-width:3}
.tickflow .halo{fill:none;stroke:none;stroke-width:3;stroke-linejoin:round}
.tickflow .fired .shape{fill:$fired}
.tickflow .fireable .shape{stroke:$fireable;stroke-width:2}
.tickflow .fireable .halo{stroke:$fireable;stroke-opacity:.35}
.tickflow .waiting .shape{stroke:$waiting;stroke-dasharray:4 3}
.tickflow .failed .shape{fill:$failed-fill;stroke:$failed}
.tickflow .slot{display:none;fill:$token;stroke:$canvas;stroke-width:1.5}
.tickflow .token{display:inline}
`

// stylesheet is what every drawing holds. Each colour stands twice, plain for programs that do not know custom properties.
var stylesheet = func() string {
	var light, dark strings.Builder
	for _, c := range palette {
		light.WriteString("--tf-" + c.name + ":" + c.light + ";")
		dark.WriteString("--tf-" + c.name + ":" + c.dark + ";")
	}
	var colours []string
	for _, c := range slices.Backward(palette) { // a name after the longer ones that begin with it
		for _, property := range []string{"fill", "stroke"} {
			colours = append(colours, property+":$"+c.name, property+":"+c.light+";"+property+":var(--tf-"+c.name+")")
		}
	}
	return ":where(.tickflow){" + light.String() + "}\n@media (prefers-color-scheme:dark){:where(.tickflow){" + dark.String() + "}}\n" +
		strings.NewReplacer(colours...).Replace(rules)
}()
