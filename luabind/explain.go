package luabind

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// explanation turns a message of the machine, which knows values and their types only, into one that names the expression.
type explanation struct {
	message *regexp.Regexp
	suspect func(s *scene, parts []string) []suspect
}

// suspect is an expression that may have been what the machine complains of, and what was asked of it.
type suspect struct {
	expr luaindex.Expr
	need string // "where `+` needs a number"; may be ""
	typ  string // what the machine says it is, or "" when it does not say
	fits func(lv lua.LValue) bool
}

var explanations = []explanation{
	{regexp.MustCompile(`^attempt to index a non-table object\(([\w ]+)\) with key '(.*)'$`), indexed},
	{regexp.MustCompile(`^attempt to call a non-function object$`), called},
	{regexp.MustCompile(`^cannot perform (\w+) operation between ([\w ]+) and ([\w ]+)$`), computed},
	{regexp.MustCompile(`^attempt to compare ([\w ]+) with ([\w ]+)$`), compared},
	{regexp.MustCompile(`^__(len|unm) undefined$`), measured},
	{regexp.MustCompile(`^bad argument #(\d+) to (\S+) \((.+) expected, got (\w+)\)$`), passed},
}

// explain names the expression that an error is about, and where on its line it stands.
func (m *vm) explain(e *Error) {
	s := m.scene(e.Source, e.Source.Position(e.Span.Start).Line)
	for _, x := range explanations {
		if parts := x.message.FindStringSubmatch(e.Msg); parts != nil {
			s.name(e, x.suspect(s, parts))
			return
		}
	}
	s.point(e)
}

// name blames one of the suspects: those that are known to be innocent are left out.
func (s *scene) name(e *Error, suspects []suspect) {
	var left []suspect
	for _, c := range suspects {
		if c.expr.Span.Len() == 0 {
			continue
		}
		lv, known := s.value(c.expr)
		if known && c.guilty(lv) {
			s.blame(e, c, lv)
			return
		}
		if !known {
			left = append(left, c)
		}
	}
	var texts []string
	for _, c := range left {
		if text := "`" + s.text(c.expr) + "`"; !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	switch {
	case len(texts) == 1 && left[0].typ != "":
		e.Span = left[0].expr.Span
		e.Msg = sentence(texts[0]+" is "+a(left[0].typ), left[0].need)
	case len(texts) == 1:
		e.Span = left[0].expr.Span
		e.Msg += ": it is " + texts[0]
	case len(texts) > 1:
		e.Msg += ": it is " + strings.Join(texts[:len(texts)-1], ", ") + " or " + texts[len(texts)-1]
	}
}

func (c suspect) guilty(lv lua.LValue) bool {
	if c.typ != "" && lv.Type().String() != c.typ {
		return false
	}
	return c.fits == nil || !c.fits(lv)
}

// blame says what an expression is and, where that is known, why.
func (s *scene) blame(e *Error, c suspect, lv lua.LValue) {
	e.Span = c.expr.Span
	if entry := s.m.entryOf(lv); entry != nil {
		e.Msg = misused(entry)
		return
	}
	name := "`" + s.text(c.expr) + "`"
	if lv == lua.LNil && len(c.expr.Path) > 0 {
		msg, reason, hint := s.whyNil(c.expr)
		e.Msg, e.Hint = sentence(name+" is nil", c.need), hint
		if msg != "" {
			e.Msg = msg
		} else if reason != "" {
			e.Msg += ": " + reason
		}
		return
	}
	e.Msg = sentence(name+" is "+a(lv.Type().String()), c.need)
	if p, ok := s.variable(rootOf(c.expr)); ok && p.param > 0 {
		e.Hint = s.order(p.param)
	}
}

func sentence(says, need string) string {
	if need == "" {
		return says
	}
	return says + " " + need
}

// a answers "a number", "nil".
func a(typ string) string {
	if typ == "nil" {
		return typ
	}
	return "a " + typ
}

func rootOf(e luaindex.Expr) string {
	if len(e.Path) == 0 {
		return ""
	}
	return e.Path[0].Name
}

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

// point finds the place on the line of an error that has a message of its own: the call that raised it, or what was read.
func (s *scene) point(e *Error) {
	if s.raisedBy == nil || s.fn == nil {
		return
	}
	key, _ := s.with.(lua.LString)
	for _, raised := range []func(u luaindex.Use) (at diag.Span, ok bool){
		func(u luaindex.Use) (diag.Span, bool) {
			return u.Span, u.Kind == luaindex.Called && s.is(u.Of, s.raisedBy)
		},
		func(u luaindex.Use) (diag.Span, bool) {
			return u.Span, u.Kind == luaindex.Indexed && s.is(u.Expr(), s.raisedBy)
		},
		s.misusedIn,
		func(u luaindex.Use) (diag.Span, bool) {
			return u.Span, key != "" && u.Kind == luaindex.Indexed && u.Key != nil && u.Key.Name == string(key)
		},
	} {
		var places []diag.Span
		for _, u := range s.uses {
			if at, ok := raised(u); ok && !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
		if len(places) == 1 {
			e.Span = places[0]
		}
		if len(places) > 0 {
			return
		}
	}
}

func (s *scene) is(e luaindex.Expr, what lua.LValue) bool {
	lv, ok := s.value(e)
	return ok && lv == what
}

// misusedIn answers the input that is computed with.
func (s *scene) misusedIn(u luaindex.Use) (at diag.Span, ok bool) {
	if s.raisedBy != s.m.views.misuse || u.Kind == luaindex.Indexed {
		return diag.Span{}, false
	}
	for _, e := range []luaindex.Expr{u.Of, u.Right} {
		if lv, ok := s.value(e); ok && s.m.entryOf(lv) != nil {
			return e.Span, true
		}
	}
	return diag.Span{}, false
}
