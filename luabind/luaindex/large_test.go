package luaindex_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// Reading a text takes time by its length, whatever it repeats. Of one that is too long nothing is read.
func TestLargeTexts(t *testing.T) {
	for _, unit := range []string{
		"a.", "a=", "a(", "(", "{", "[", "- ", "not ", "do ", "if a then ", "function ", "function f(", "local a,", "a:b()", "require ",
		"require 'a' ", "tickflow.body(", "tickflow.body('a', function(v) ", "v.a ", "v['a'].b ", "'", "--[[", "[==[", "::a::", "goto a ", ",", "end ", "\n",
	} {
		luaindex.Index(diag.NewSource("x.lua", "return "+strings.Repeat(unit, 1<<13/len(unit)))).Findings()
	}
	begun := time.Now()
	luaindex.Index(diag.NewSource("x.lua", "return "+strings.Repeat("a.", luaindex.MaxText/2-10)))
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("a long chain of fields took %s", took)
	}
	long := luaindex.Index(diag.NewSource("x.lua", strings.Repeat(" ", luaindex.MaxText)+"x"))
	if all := long.Findings(); len(all) != 1 || all[0].Msg != "the text has more than 1 MiB, the limit for Lua files" || !long.Dynamic {
		t.Errorf("%v, dynamic %t", all, long.Dynamic)
	}
}
