package engine

// slab hands out slices of T that live as long as their users keep them, cut from larger allocations so that a small
// one costs nearly nothing.
type slab[T any] struct {
	free []T
	size int // of the allocation free was cut from
}

// The first allocation of a slab is small, so that a run of a few ticks stays small too.
const (
	slabFirst = 16
	slabMost  = 1024
)

// take hands out n zero values.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	out := s.room(n)[:n:n]
	s.free = s.free[n:]
	return out
}

// room answers at least n values that take would hand out next, to be written before it is known how many there will be.
func (s *slab[T]) room(n int) []T {
	if len(s.free) < n {
		s.size = min(max(slabFirst, 2*s.size), slabMost)
		s.free = make([]T, max(n, s.size))
	}
	return s.free
}
