package main

import (
	_ "embed" // the texts of the topics
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

var (
	//go:embed topics/syntax.txt
	syntaxTopic string
	//go:embed topics/lua.txt
	luaTopic string
)

// newTopics answers the topics of help that are no verbs: cobra lists commands apart that cannot be run.
func newTopics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "syntax", Short: "The graph text on two screens", Long: syntaxTopic},
		{Use: "lua", Short: "What bodies and guards in Lua can use", Long: luaText()},
	}
}

// luaText answers the topic about Lua. Its lists are made of the tables that editors get their knowledge from.
func luaText() string {
	return strings.NewReplacer(
		"{{module}}", luaList("tickflow.", luaModule),
		"{{json}}", luaList("tickflow.json.", luaJSON),
		"{{http}}", luaList("tickflow.http.", luaHTTP),
		"{{request}}", luaList("", luaRequest),
		"{{response}}", luaList("answer.", luaResponse),
		"{{view}}", luaList("v.", luaView),
		"{{input}}", luaList("v.A.", luaInput),
	).Replace(luaTopic)
}

// topicIndent is where the words about a name begin, topicWidth where they end.
const topicIndent, topicWidth = 23, 118

func luaList(prefix string, names []luaName) string {
	var b strings.Builder
	for i, n := range names {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(topicLine(n.signature(prefix), n.doc))
	}
	return b.String()
}

// topicLine puts words behind a name, or below it when that is long.
func topicLine(name, words string) string {
	line := fmt.Sprintf("  %-*s", topicIndent-2, name)
	if len(line) > topicIndent {
		line = "  " + name + "\n" + strings.Repeat(" ", topicIndent)
	}
	column := topicIndent
	for i, word := range strings.Fields(words) {
		if i > 0 && column+1+len(word) > topicWidth {
			line += "\n" + strings.Repeat(" ", topicIndent) + word
			column = topicIndent + len(word)
			continue
		}
		if i > 0 {
			line += " "
			column++
		}
		line += word
		column += len(word)
	}
	return line
}

// signature answers how a name is written in use: "tickflow.failure(message[, type])".
func (n luaName) signature(prefix string) string {
	if strings.HasPrefix(n.value, "fun(self:") {
		return strings.TrimSuffix(prefix, ".") + ":" + n.name + "()"
	}
	if n.value != "" {
		return prefix + n.name
	}
	text, open := prefix+n.name+"(", 0
	for i, p := range n.params {
		name, optional := strings.CutSuffix(p.name, "?")
		if optional {
			text += "["
			open++
		}
		if i > 0 {
			text += ", "
		}
		text += name
	}
	return text + strings.Repeat("]", open) + ")"
}
