package diag

import "strings"

// docsPage is where the constants of this package are documented.
const docsPage = "https://pkg.go.dev/github.com/tickflow/tickflow/runtime/diag"

// Docs answers the address of a code's documentation: that of the constant which stands for it.
func (c Code) Docs() string { return docsPage + "#" + c.constant() }

// constant answers the name of the constant that stands for a code: NoStart for no-start.
func (c Code) constant() string {
	var b strings.Builder
	for word := range strings.SplitSeq(string(c), "-") {
		switch {
		case word == "utf8":
			b.WriteString("UTF8")
		case word != "":
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
