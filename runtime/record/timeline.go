package record

import "slices"

// Timeline is a branch of a run's history. A restore starts one: what its parent did from tick Fork on is abandoned.
type Timeline struct {
	ID     int
	Parent int // -1 for the first
	Fork   int // the tick from which on it, and not its parent, tells what happened
}

// Path is a live path: a chain of timelines to the first one, and of each the ticks that still count.
type Path []Stretch

// Stretch is the part of a timeline that lies on a path: its ticks before Until, or all of them when Until is -1.
type Stretch struct{ Timeline, Until int }

// LivePath answers the path that ends in the given timeline, youngest first. A timeline that is not among all has no parent.
func LivePath(all []Timeline, timeline int) Path {
	path := Path{{timeline, -1}}
	for {
		i := slices.IndexFunc(all, func(t Timeline) bool { return t.ID == timeline })
		// A parent is always older than its child; anything else would be a loop.
		if i < 0 || all[i].Parent < 0 || all[i].Parent >= timeline {
			return path
		}
		until := all[i].Fork
		// An ancestor's ticks end where the earliest fork below it lies.
		if last := path[len(path)-1].Until; last >= 0 && last < until {
			until = last
		}
		timeline = all[i].Parent
		path = append(path, Stretch{timeline, until})
	}
}

// Has reports whether what the timeline did in that tick lies on the path; what does not is superseded.
func (p Path) Has(timeline, tick int) bool {
	for _, s := range p {
		if s.Timeline == timeline {
			return s.Until < 0 || tick < s.Until
		}
	}
	return false
}

// At answers which timeline of the path tells what happened in that tick.
func (p Path) At(tick int) int {
	timeline := 0
	for _, s := range p { // the oldest one that has not ended comes last
		if s.Until < 0 || tick < s.Until {
			timeline = s.Timeline
		}
	}
	return timeline
}
