package syntax

// slab hands out slices cut from shared blocks, so that a tree of a million lines costs a few thousand allocations.
// Nothing is ever returned to it: the blocks live as long as the tree.
type slab[T any] struct {
	free  []T
	block int // length of the last block
}

const (
	firstBlock = 8
	lastBlock  = 1024
)

// take answers n zero values whose capacity ends with them.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		s.block = min(max(2*s.block, firstBlock), lastBlock)
		s.free = make([]T, max(s.block, n))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

func (s *slab[T]) one() *T { return &s.take(1)[0] }

// keep answers a copy of items that lives in the slab, or nil when there are none.
func (s *slab[T]) keep(items []T) []T {
	if len(items) == 0 {
		return nil
	}
	kept := s.take(len(items))
	copy(kept, items)
	return kept
}
