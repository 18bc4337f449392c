package render

// rounding is the radius of corners, in pixels.
const rounding = 9

// pen draws the Path of an edge from top to bottom.
type pen struct{ points []Point }

func (p *pen) start(x, y int) { p.points = []Point{{x, y}} }

func (p *pen) at() Point { return p.points[len(p.points)-1] }

// line goes straight on. A piece that only lengthens the one before it becomes part of that.
func (p *pen) line(to Point) {
	from := p.at()
	if from == to {
		return
	}
	if n := len(p.points); n >= 4 {
		start := p.points[n-4]
		straight := p.points[n-3] == start && p.points[n-2] == from
		if straight && (start.X == from.X && from.X == to.X || start.Y == from.Y && from.Y == to.Y) {
			p.points[n-2], p.points[n-1] = to, to
			return
		}
	}
	p.points = append(p.points, from, to, to)
}

func (p *pen) down(y int) { p.line(Point{p.at().X, y}) }

func (p *pen) across(x int) { p.line(Point{x, p.at().Y}) }

// bend goes down to a point that may lie aside, upright at both ends.
func (p *pen) bend(x, y int) {
	from := p.at()
	if from.X == x {
		p.down(y)
		return
	}
	half := (y - from.Y) / 2
	p.points = append(p.points, Point{from.X, from.Y + half}, Point{x, y - half}, Point{x, y})
}

// corner turns by a right angle around the point (cx, cy) and ends at (x, y).
func (p *pen) corner(cx, cy, x, y int) {
	from := p.at()
	p.points = append(p.points,
		Point{from.X + (cx-from.X)*5/9, from.Y + (cy-from.Y)*5/9},
		Point{x + (cx-x)*5/9, y + (cy-y)*5/9},
		Point{x, y})
}

// around leads to the line beside all rows at left, along it to the height above y, and from there down to (x, y).
func (p *pen) around(left, x, y int) {
	from := p.at()
	above, below := from.Y+rounding, y-rounding
	p.corner(from.X, above, from.X-rounding, above)
	p.across(left + rounding)
	p.corner(left, above, left, above+rounding)
	p.down(below - rounding)
	p.corner(left, below, left+rounding, below)
	p.across(x - rounding)
	p.corner(x, below, x, y)
}
