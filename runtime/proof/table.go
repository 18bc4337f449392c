package proof

import "math/bits"

// table numbers markings in the order in which they are first seen.
type table struct {
	width    int      // words in a marking, at least one
	markings []uint64 // one behind the other
	index    []int32  // open addressing: the number of a marking plus one, or 0
}

func newTable(width int) *table { return &table{width: width, index: make([]int32, 64)} }

// len answers how many markings there are.
func (t *table) len() int { return len(t.markings) / t.width }

// at answers a marking by number.
func (t *table) at(i int) []uint64 { return t.markings[i*t.width : (i+1)*t.width] }

// find answers the number of a marking, or -1 with the place in the index where it belongs.
func (t *table) find(marking []uint64) (number int32, place int) {
	mask := len(t.index) - 1
	for place = int(hash(marking)) & mask; ; place = (place + 1) & mask {
		i := t.index[place] - 1
		if i < 0 || equal(t.at(int(i)), marking) {
			return i, place
		}
	}
}

// add numbers a new marking that belongs at a place.
func (t *table) add(marking []uint64, place int) int32 {
	t.markings = append(t.markings, marking...)
	number := int32(t.len())
	t.index[place] = number
	if int(number)*2 > len(t.index) {
		t.grow()
	}
	return number - 1
}

func (t *table) grow() {
	t.index = make([]int32, 4*len(t.index))
	mask := len(t.index) - 1
	for i := range t.len() {
		place := int(hash(t.at(i))) & mask
		for t.index[place] != 0 {
			place = (place + 1) & mask
		}
		t.index[place] = int32(i) + 1
	}
}

// hash mixes the words by multiplication to 128 bits.
func hash(marking []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range marking {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ bits.RotateLeft64(h, 23)
	}
	return h
}

func equal(a, b []uint64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
