package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

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
