// Package catalog tells of every code of a finding what it says, why that is a problem, and how it is mended, with an
// example of both. Commands, editors and reports show it; nothing that checks or runs a graph needs it, which is why it
// stands apart from package diag. It never prints. What it answers may be shared between goroutines, and must not be
// changed.
package catalog

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Entry is what there is to know about a code.
type Entry struct {
	Code     diag.Code
	Severity diag.Severity // the worst that a finding of that code has
	Title    string        // what the finding says: a clause in lower case, without a full stop
	Why      string        // why it is a problem and what to do: a paragraph of sentences, names between backquotes
	Example  Example       // has the finding
	Mended   Example       // has it not
}

// Example is files that show a finding, or how it is mended.
type Example struct {
	Files []File
	Do    string // what to do with the files to see it, a sentence; "" when `tickflow check` shows it
}

// File is a text with a name such as "example.tickflow".
type File struct{ Name, Text string }

// Chapter is codes that belong together.
type Chapter struct {
	Title   string // what its findings are about: "the lines of a graph text"
	Entries []Entry
}

var chapters = []Chapter{
	{"files", files},
	{"the lines of a graph text", lines},
	{"the net that a text describes", nets},
	{"a net before it runs", checks},
	{"what all runs of a net come to", proofs},
	{"a behaviours file", behaviours},
	{"a run, which goes on", runs},
}

// Chapters answers all codes, in the order in which people meet them.
func Chapters() []Chapter { return chapters }

// Lookup answers what there is to know about a code; ok is false for one that does not exist.
func Lookup(code diag.Code) (e Entry, ok bool) {
	for _, c := range chapters {
		if i := slices.IndexFunc(c.Entries, func(e Entry) bool { return e.Code == code }); i >= 0 {
			return c.Entries[i], true
		}
	}
	return Entry{}, false
}

const (
	graphName = "example.tickflow"
	luaName   = "example.lua"
)

// graph is an example of a graph alone.
func graph(text string) Example { return Example{Files: []File{{graphName, text}}} }

// lua is an example of a behaviours file alone.
func lua(text string) Example { return Example{Files: []File{{luaName, text}}} }

// both is an example of a graph with its behaviours.
func both(text, behaviours string) Example {
	return Example{Files: []File{{graphName, text}, {luaName, behaviours}}}
}

// after is an example that shows when something is done with it.
func (e Example) after(do string) Example {
	e.Do = do
	return e
}
