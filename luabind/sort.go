package luabind

import (
	"sort"

	lua "github.com/yuin/gopher-lua"
)

// sorted is a list that is being sorted. An order that is none leaves it in some order.
type sorted struct {
	m     *vm
	L     *lua.LState
	less  lua.LValue // the function that compares, or nil for <
	items []lua.LValue
	work  int // since somebody looked whether the call must end; 1 is about a byte that is compared
}

// sort is table.sort. The table changes only once it is sorted.
func (m *vm) sort(L *lua.LState) int {
	t, less := L.CheckTable(1), L.Get(2)
	if less != lua.LNil {
		L.CheckFunction(2)
	}
	s := &sorted{m: m, L: L, less: less, items: make([]lua.LValue, t.Len())}
	for i := range s.items {
		s.items[i] = t.RawGetInt(i + 1)
	}
	sort.Sort(s)
	for i, item := range s.items {
		t.RawSetInt(i+1, item)
	}
	return 0
}

// Len answers the number of items.
func (s *sorted) Len() int { return len(s.items) }

// Swap swaps two items.
func (s *sorted) Swap(i, j int) { s.items[i], s.items[j] = s.items[j], s.items[i] }

// Less compares two items.
func (s *sorted) Less(i, j int) bool {
	a, b := s.items[i], s.items[j]
	if s.less != lua.LNil {
		s.look(libraryCall)
		s.L.Push(s.less)
		s.L.Push(a)
		s.L.Push(b)
		s.L.Call(2, 1)
		yes := lua.LVAsBool(s.L.Get(-1))
		s.L.Pop(1)
		return yes
	}
	if a, ok := a.(lua.LString); ok {
		if b, ok := b.(lua.LString); ok {
			s.look(1 + min(len(a), len(b)))
			return a < b
		}
	}
	s.look(libraryCall)
	return s.L.LessThan(a, b)
}

// libraryCall is what a call of a function counts that need not be one of Lua: the machine looks after those itself.
const libraryCall = 512

// look notices some work, and after enough of it ends the call if that must be.
func (s *sorted) look(work int) {
	const enough = 1 << 20
	if s.work += work; s.work > enough {
		s.work = 0
		s.m.check(s.L)
	}
}
