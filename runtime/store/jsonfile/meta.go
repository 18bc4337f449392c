package jsonfile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// meta is session.json.
type meta struct {
	Format    int         `json:"format"`
	ID        string      `json:"id"`
	Created   int64       `json:"created"`
	Timelines []timeline  `json:"timelines"`
	Programs  []program   `json:"programs"`
	States    []stateFile `json:"states,omitempty"`    // those in files of other names than tick_N.json
	Forgotten []forgotten `json:"forgotten,omitempty"` // what is being pruned
	Serial    int         `json:"serial"`              // numbers those names
}

// format is the number of the layout that this package writes, and the only one it reads.
const format = 1

type timeline struct {
	ID     int `json:"id"`
	Parent int `json:"parent"`
	Fork   int `json:"fork"`
}

type program struct {
	Timeline  int    `json:"timeline"`
	Tick      int    `json:"tick"`
	At        int64  `json:"at"`
	Graph     string `json:"graph"`
	Behaviors string `json:"behaviors"`
	Files     []file `json:"files"`
}

type file struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// stateFile is a state that takes the place of the one in tick_N.json.
type stateFile struct {
	Timeline int    `json:"timeline"`
	Tick     int    `json:"tick"`
	File     string `json:"file"` // within the timeline's folder
}

type forgotten struct {
	Timeline int `json:"timeline"`
	From     int `json:"from"`
	Until    int `json:"until"`
}

func (m *meta) save(session string) error {
	data, err := encode(m, "  ")
	if err != nil {
		return err
	}
	return write(filepath.Join(session, "session.json"), data)
}

// load reads session.json; it answers store.ErrNotFound when there is none.
func (r *reader) load() (*meta, error) {
	path := r.file("session.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, notFound(r.name, err)
	}
	var m meta
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, &store.CorruptError{Path: path, Msg: "it cannot be read", Err: err}
	}
	switch {
	case m.Format != format:
		return nil, &store.CorruptError{Path: path, Msg: fmt.Sprintf("it has format %d, this version reads %d", m.Format, format)}
	case len(m.Timelines) == 0 || len(m.Programs) == 0:
		return nil, &store.CorruptError{Path: path, Msg: "it has no timelines or no programs"}
	}
	return &m, nil
}

// clone answers a copy that can be added to.
func (m *meta) clone() *meta {
	c := *m
	c.Timelines, c.Programs = slices.Clone(m.Timelines), slices.Clone(m.Programs)
	c.States, c.Forgotten = slices.Clone(m.States), slices.Clone(m.Forgotten)
	return &c
}

func (m *meta) youngest() timeline { return m.Timelines[len(m.Timelines)-1] }

// forgets reports whether a tick, or the boundary before it, has been pruned.
func (m *meta) forgets(at store.Boundary) bool {
	return slices.ContainsFunc(m.Forgotten, func(f forgotten) bool { return store.Span(f).Has(at) })
}

// state answers the file, within its timeline's folder, that holds a state instead of tick_N.json.
func (m *meta) state(at store.Boundary) (name string, ok bool) {
	for _, s := range m.States {
		if s.Timeline == at.Timeline && s.Tick == at.Tick {
			name, ok = s.File, true
		}
	}
	return name, ok
}

func (m *meta) addProgram(p store.Program) {
	added := program{Timeline: p.Timeline, Tick: p.Tick, At: p.At, Graph: p.Graph, Behaviors: p.Behaviors}
	for _, f := range p.Files {
		added.Files = append(added.Files, file(f))
	}
	m.Programs = append(m.Programs, added)
}

func (m *meta) programs() (all []store.Program) {
	for _, p := range m.Programs {
		read := store.Program{
			Boundary: store.Boundary{Timeline: p.Timeline, Tick: p.Tick}, At: p.At, Graph: p.Graph, Behaviors: p.Behaviors,
		}
		for _, f := range p.Files {
			read.Files = append(read.Files, store.File(f))
		}
		all = append(all, read)
	}
	return all
}

func (m *meta) timelines() (all []record.Timeline) {
	for _, t := range m.Timelines {
		all = append(all, record.Timeline(t))
	}
	return all
}
