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

func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.size = min(max(slabFirst, 2*s.size), slabMost)
		s.free = make([]T, max(n, s.size))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}
