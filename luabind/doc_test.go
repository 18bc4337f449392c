package luabind_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/value"
)

// The package comment names all that the module and the view have.
func TestReferenceIsComplete(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := value.Parse([]byte(outputs(t, engine.Config{}, `
		local names = {}
		for name in pairs(tickflow) do table.insert(names, name) end
		for name in pairs(tickflow.json) do table.insert(names, "json." .. name) end
		return names`)[0]))
	if err != nil {
		t.Fatal(err)
	}
	if len(listed.Items()) < 10 {
		t.Fatalf("the module lists %s", listed)
	}
	for _, item := range listed.Items() {
		if name, _ := item.Str(); name != "json" && !strings.Contains(string(doc), "//\t"+name) {
			t.Errorf("the reference does not tell of tickflow.%s", name)
		}
	}
	for _, field := range graph.ViewFields {
		if !strings.Contains(string(doc), "v."+field) && !strings.Contains(string(doc), "v:"+field) {
			t.Errorf("the reference does not tell of v.%s", field)
		}
	}
}
