package catalog

import "strings"

// Markdown answers an entry as a page: title, why, example, mended example, the place of the documentation.
func (e Entry) Markdown() string {
	page := "**" + e.Title + "** (" + e.Severity.String() + ")\n\n" + e.Why + "\n"
	page += e.examples(func(f File) string {
		return "```" + f.language() + "\n" + strings.TrimRight(f.Text, "\n") + "\n```\n"
	})
	return page + "\n[Documentation](" + e.Code.Docs() + ")\n"
}

// Text answers an entry without any markup: why, example, mended example.
func (e Entry) Text() string { return e.Why + "\n" + e.examples(File.Indented) }

// examples answers both examples, each below its title, with every file as show puts it.
func (e Entry) examples(show func(File) string) string {
	var b strings.Builder
	for _, part := range []struct {
		title string
		Example
	}{{"Example", e.Example}, {"Mended", e.Mended}} {
		b.WriteString("\n" + part.title + ":\n")
		if part.Do != "" {
			b.WriteString("\n" + part.Do + "\n")
		}
		for _, f := range part.Files {
			b.WriteString("\n")
			if len(part.Files) > 1 {
				f.Text = f.comment() + " " + f.Name + "\n" + f.Text
			}
			b.WriteString(show(f))
		}
	}
	return b.String()
}

// Indented answers the lines of a file behind four blanks each.
func (f File) Indented() string {
	var b strings.Builder
	for line := range strings.Lines(f.Text) {
		if line != "\n" {
			line = "    " + line
		}
		b.WriteString(line)
	}
	return b.String()
}

// language answers the word that Markdown knows a file's language by.
func (f File) language() string {
	if strings.HasSuffix(f.Name, ".lua") {
		return "lua"
	}
	return "tickflow"
}

// comment answers what starts a comment in a file.
func (f File) comment() string {
	if f.language() == "lua" {
		return "--"
	}
	return "#"
}
