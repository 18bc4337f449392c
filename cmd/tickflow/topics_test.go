package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// TestTopicsAreComplete demands that the topics of help name everything there is: attributes and their values, where
// behaviours come from, and what TestStubIsComplete knows of Lua.
func TestTopicsAreComplete(t *testing.T) {
	var inSyntax []string
	for _, key := range syntax.AttributeKeys() {
		inSyntax = append(inSyntax, "A."+key+": ")
	}
	for _, join := range []syntax.Join{syntax.And, syntax.Or} {
		inSyntax = append(inSyntax, "A.join: "+join.String())
	}
	for mode := syntax.Free; mode <= syntax.Xor; mode++ {
		inSyntax = append(inSyntax, "A.guards: "+mode.String())
	}
	inSyntax = append(inSyntax, luaindex.SettingsFile, "# behaviours: ", "C[2]", "-->|g|", "--|g|-->", "[A]")

	inLua := []string{`"` + string(engine.LLM) + `"`, `"` + string(engine.Infrastructure) + `"`}
	for _, names := range []struct {
		prefix string
		all    []luaName
	}{{"tickflow.", luaModule}, {"tickflow.json.", luaJSON}, {"v.A.", luaInput}} {
		for _, n := range names.all {
			inLua = append(inLua, "\n  "+names.prefix+n.name)
		}
	}
	for _, field := range graph.ViewFields {
		if !strings.Contains(luaText(), "\n  v."+field) && !strings.Contains(luaText(), "\n  v:"+field) {
			t.Errorf("the topic lua lacks the field %s of the view", field)
		}
	}
	for topic, wants := range map[string][]string{syntaxTopic: inSyntax, luaText(): inLua} {
		for _, want := range wants {
			if !strings.Contains(topic, want) {
				t.Errorf("the topic that begins with %.30q lacks %q", topic, want)
			}
		}
	}
}

func TestTopicsFitAScreen(t *testing.T) {
	for _, topic := range newTopics() {
		lines := strings.Split(topic.Long, "\n")
		if i := slices.IndexFunc(lines, func(l string) bool { return len(l) > topicWidth+2 }); i >= 0 {
			t.Errorf("line %d of %s is too wide: %s", i+1, topic.Name(), lines[i])
		}
		if strings.Contains(topic.Long, "{{") {
			t.Errorf("%s: a list is missing", topic.Name())
		}
	}
}

// TestSyntaxTopicIsGraphText reads every graph text that the topic shows.
func TestSyntaxTopicIsGraphText(t *testing.T) {
	shown := 0
	for line := range strings.Lines(syntaxTopic) {
		example, isExample := strings.CutPrefix(line, "  ")
		if !isExample || !strings.HasPrefix(example, "[A]") && !strings.HasPrefix(example, "A-") && !strings.HasPrefix(example, "A.") {
			continue
		}
		text, _, _ := strings.Cut(example, "  ")
		if _, found := syntax.Parse(diag.NewSource("topic", text)); len(found) > 0 {
			t.Errorf("%s: %v", text, found)
		}
		shown++
	}
	if shown < 14 {
		t.Errorf("only %d statements are shown", shown)
	}
}
