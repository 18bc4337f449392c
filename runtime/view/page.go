package view

import (
	"bytes"
	"embed"
	"html"
	"strings"
)

//go:embed page
var files embed.FS

// scripts are the parts of the page's program, in the order in which they are read.
var scripts = []string{"model.js", "compare.js", "value.js", "drawing.js", "timeline.js", "detail.js", "search.js", "page.js"}

// Page answers the page that shows the document: HTML that is opened from a file as well as from a server, and that
// fetches nothing.
func (d *Document) Page() []byte {
	return page(d.title(), "", d.AppendJSON(nil))
}

func (d *Document) title() string {
	var names []string
	for i := range d.data.Runs {
		names = append(names, d.data.Runs[i].Name)
	}
	if !d.data.Compare && len(names) > 1 {
		names = names[:1]
	}
	return strings.Join(names[:min(len(names), 2)], " and ")
}

// page fills the page. Where it is live, the policy lets it hear from the server it came from.
func page(title, live string, document []byte) []byte {
	var program strings.Builder
	for _, name := range scripts {
		program.WriteString(file(name))
	}
	policy := "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
	if live != "" {
		policy += "; connect-src 'self'"
	}
	return []byte(strings.NewReplacer(
		"{{title}}", html.EscapeString(title),
		"{{policy}}", policy,
		"{{live}}", live,
		"{{style}}", file("page.css"),
		"{{program}}", program.String(),
		"{{document}}", string(inScript(document)),
	).Replace(file("page.html")))
}

// inScript makes JSON harmless inside of a script element: nothing in it ends the element or begins a comment.
func inScript(data []byte) []byte {
	data = bytes.ReplaceAll(data, []byte("</"), []byte(`<\/`))
	return bytes.ReplaceAll(data, []byte("<!--"), []byte(`\u003c!--`))
}

// file answers a file of the page; all of them are in the program.
func file(name string) string {
	data, _ := files.ReadFile("page/" + name)
	return string(data)
}
