package luabind

import (
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
)

// The functions below answer, for one kind of message each, the expressions of the line that it may be about.

func indexed(s *scene, parts []string) []suspect {
	var found []suspect
	for _, u := range s.uses {
		if u.Kind != luaindex.Indexed || u.Key != nil && keyText(*u.Key) != parts[2] {
			continue
		}
		found = append(found, suspect{expr: u.Of, need: "and has no field " + parts[2], typ: parts[1]})
	}
	return found
}

func keyText(k luaindex.Key) string {
	if k.Name != "" {
		return k.Name
	}
	return strconv.Itoa(k.Index)
}

func called(s *scene, _ []string) []suspect {
	var found []suspect
	for _, u := range s.uses {
		if u.Kind == luaindex.Called {
			found = append(found, suspect{expr: u.Of, need: "where a function is called", fits: func(lv lua.LValue) bool {
				return lv.Type() == lua.LTFunction || s.m.L.GetMetaField(lv, "__call") != lua.LNil
			}})
		}
	}
	return found
}

// needs says which operators an operation of the machine stands for, and what they take.
var needs = map[string]struct {
	ops  []string
	what string
}{
	"add": {[]string{"+"}, "a number"}, "sub": {[]string{"-"}, "a number"}, "mul": {[]string{"*"}, "a number"},
	"div": {[]string{"/"}, "a number"}, "mod": {[]string{"%"}, "a number"}, "pow": {[]string{"^"}, "a number"},
	"concat": {[]string{".."}, "a string or number"},
}

func computed(s *scene, parts []string) []suspect {
	need, ok := needs[parts[1]]
	if !ok {
		return nil
	}
	var found []suspect
	for _, u := range s.uses {
		if u.Kind != luaindex.Operated || !slices.Contains(need.ops, u.Op) {
			continue
		}
		fits := func(lv lua.LValue) bool {
			return lv.Type() == lua.LTNumber || lv.Type() == lua.LTString && (parts[1] == "concat" || isNumeral(lv))
		}
		wants := "where `" + u.Op + "` needs " + need.what
		for i, side := range []luaindex.Expr{u.Of, u.Right} {
			typ := parts[2+i]
			if parts[1] == "concat" {
				typ = "" // of a chain of them the machine names types that need not be those next to this operator
			} else if typ == "number" {
				continue
			}
			found = append(found, suspect{side, wants, typ, fits})
		}
	}
	return found
}

func isNumeral(lv lua.LValue) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(lua.LVAsString(lv)), 64)
	return err == nil
}

// compared blames what cannot be compared with anything; when both sides could, it says which is what.
func compared(s *scene, parts []string) []suspect {
	var found []suspect
	for _, u := range s.uses {
		if u.Kind != luaindex.Operated || !slices.Contains([]string{"<", ">", "<=", ">="}, u.Op) {
			continue
		}
		types := []string{parts[1], parts[2]}
		if strings.HasPrefix(u.Op, ">") { // the machine has < only and turns the others around
			slices.Reverse(types)
		}
		sides := []luaindex.Expr{u.Of, u.Right}
		for i, side := range sides {
			other := types[1-i]
			if types[i] == "number" || types[i] == "string" && (other == "nil" || other == "table") {
				continue
			}
			need := "where `" + u.Op + "` compares it with " + a(other)
			found = append(found, suspect{expr: side, need: need, typ: types[i]})
		}
	}
	return found
}

func measured(s *scene, parts []string) []suspect {
	op, need := "#", "where `#` needs a list or string"
	if parts[1] == "unm" {
		op, need = "-", "where `-` needs a number"
	}
	var found []suspect
	for _, u := range s.uses {
		if u.Kind == luaindex.Operated && u.Op == op && u.Of.Span.Len() == 0 {
			found = append(found, suspect{expr: u.Right, need: need, fits: func(lv lua.LValue) bool {
				return lv.Type() == lua.LTTable || lv.Type() == lua.LTString || lv.Type() == lua.LTNumber && op == "-"
			}})
		}
	}
	return found
}

// passed blames the argument of a library function.
func passed(s *scene, parts []string) []suspect {
	n, _ := strconv.Atoi(parts[1])
	var found []suspect
	for _, u := range s.uses {
		if u.Kind != luaindex.Called || len(u.Of.Path) == 0 || keyText(u.Of.Path[len(u.Of.Path)-1]) != parts[2] {
			continue
		}
		i := n - 1
		if u.Method {
			i--
		}
		if 0 <= i && i < len(u.Args) {
			found = append(found, suspect{expr: u.Args[i], need: "where " + parts[2] + " needs a " + parts[3], typ: parts[4]})
		}
	}
	return found
}
