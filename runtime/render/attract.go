package render

// attract gives the edges beside nodes their lanes and moves their bends close to them, as far as their neighbours leave
// room: nothing else holds those bends. Where a lane can move outwards to make the edge straight, it does.
func (s *sheet) attract() {
	for n := range s.nodes {
		for k := range s.sides[n] {
			l := &s.sides[n][k]
			half := s.layout.Nodes[s.nodes[n]].W / 2
			for i, c := range l.ups {
				s.chains[c].downX = s.cells[n].x + (2*k-1)*(half+l.upsAt[i])
			}
			for i, c := range l.downs {
				s.chains[c].upX = s.cells[n].x + (2*k-1)*(half+l.downsAt[i])
			}
		}
	}
	for range 2 { // what moves outwards makes room for what is further in
		for i := range s.chains {
			s.shift(&s.chains[i])
		}
	}
	for n := range s.nodes {
		for k := range s.sides[n] {
			s.widenLanes(n, k)
		}
	}
}

// shift moves the bends of a chain that meets its nodes beside them between the lanes at both ends, or at least nearer.
func (s *sheet) shift(c *chain) {
	if c.upSide == middle || len(c.cells) < 3 || c.cut > 0 {
		return
	}
	least, most := min(c.upX, c.downX), max(c.upX, c.downX)
	for bends := c.cells[1 : len(c.cells)-1]; len(bends) > 0; {
		n := s.upright(bends)
		x := min(max(s.cells[bends[0]].x, least), most)
		switch {
		case c.upSide == rightSide && c.downSide == rightSide:
			x = most
		case c.upSide == leftSide && c.downSide == leftSide:
			x = least
		}
		low, high := s.freedom(bends[:n])
		for _, b := range bends[:n] {
			s.cells[b].x = min(max(x, low), high)
		}
		bends = bends[n:]
	}
}

// widenLanes moves the lanes on one side of a node outwards, the outermost first, where that makes their edges straight.
func (s *sheet) widenLanes(n, k int) {
	l, c := &s.sides[n][k], &s.cells[n]
	low, high := s.freedom([]int32{int32(n)})
	reach, room := &c.right, high-c.x
	if k == 0 {
		reach, room = &c.left, c.x-low
	}
	limit := *reach - beyond + room
	widen := func(at *int, toward int, limit int) int {
		sign := 2*k - 1
		if to := sign * (toward - c.x); to > sign*(*at-c.x) && to <= limit {
			*at = toward
		}
		return sign * (*at - c.x)
	}
	widest := 0
	for i, free := len(l.ups)-1, limit; i >= 0; i-- {
		up := &s.chains[l.ups[i]]
		toward := up.upX
		if above := &s.cells[up.cells[len(up.cells)-2]]; above.node < 0 {
			toward = above.x
		}
		at := widen(&up.downX, toward, free)
		widest = max(widest, at)
		free = at - l.upsAt[i] + l.upsAt[max(0, i-1)]
	}
	for i, free := len(l.downs)-1, limit; i >= 0; i-- {
		down := &s.chains[l.downs[i]]
		toward := down.downX
		if below := &s.cells[down.cells[1]]; below.node < 0 {
			toward = below.x
		}
		at := widen(&down.upX, toward, free)
		widest = max(widest, at)
		free = at - l.downsAt[i] + l.downsAt[max(0, i-1)]
	}
	*reach = max(*reach, widest+beyond)
}
