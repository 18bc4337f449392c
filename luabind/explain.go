package luabind

import (
	"regexp"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
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
