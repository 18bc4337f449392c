package luaindex

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Names is what a behaviours file and the modules it requires register together. It tells a checker which names exist,
// and may be shared between goroutines.
type Names struct {
	files   []*File
	byName  [2]map[string]Place // by kind
	dynamic bool
	missing diag.List
}

// Place is a registration and the file it is in.
type Place struct {
	File         *File
	Registration Registration
}

// Load indexes a behaviours file and every module it requires, directly or not. Texts come from read, which answers an
// fs.ErrNotExist for a file that is not there; it may answer unsaved text. An error is that of reading the file itself;
// a module that is not found is a finding.
func Load(file string, read func(file string) (text string, err error)) (*Names, error) {
	text, err := read(file)
	if err != nil {
		return nil, err
	}
	n := &Names{byName: [2]map[string]Place{{}, {}}}
	dir := filepath.Dir(file)
	n.add(Index(diag.NewSource(file, text)))
	known := map[string]bool{}
	for i := 0; i < len(n.files); i++ {
		for _, r := range n.files[i].Requires {
			if known[r.Module] {
				continue
			}
			known[r.Module] = true
			if err := n.require(dir, r.Module, read); err != nil {
				n.miss(n.files[i].Source, dir, r, err)
			}
		}
	}
	return n, nil
}

func (n *Names) add(f *File) {
	n.files = append(n.files, f)
	n.dynamic = n.dynamic || f.Dynamic
	for _, r := range f.Registrations {
		if _, known := n.byName[r.Kind][r.Name]; !known {
			n.byName[r.Kind][r.Name] = Place{f, r}
		}
	}
}

func (n *Names) require(dir, module string, read func(string) (string, error)) error {
	files := ModuleFiles(module)
	if files == nil {
		return errors.New("it is no module name")
	}
	for _, file := range files {
		path := filepath.Join(dir, filepath.FromSlash(file))
		text, err := read(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		n.add(Index(diag.NewSource(path, text)))
		return nil
	}
	return errors.New("neither " + files[0] + " nor " + files[1] + " exists beside the behaviours file")
}

// miss notes a module that cannot be read: an error where loading comes to it for certain. What it registers is not known.
func (n *Names) miss(src *diag.Source, dir string, r Require, err error) {
	n.dynamic = true
	d := diag.Diagnostic{
		Code: diag.MissingModule, Severity: diag.Warning, Source: src, Span: r.Span,
		Msg: "module `" + r.Module + "` not found: " + err.Error(),
	}
	if r.Always {
		d.Severity = diag.Error
	}
	if near := diag.Closest(r.Module, modulesIn(dir)); near != "" {
		d.Hint = "did you mean `" + near + "`?"
	}
	n.missing = append(n.missing, d)
}

// Files answers the behaviours file and its modules, in the order they were found.
func (n *Names) Files() []*File { return slices.Clone(n.files) }

// Find answers where a name is registered, of several places the first.
func (n *Names) Find(k Kind, name string) (Place, bool) {
	p, ok := n.byName[k][name]
	return p, ok
}

// HasBody reports whether a body of that name is registered.
func (n *Names) HasBody(name string) bool { _, ok := n.Find(Body, name); return ok }

// HasGuard reports whether a guard of that name is registered.
func (n *Names) HasGuard(name string) bool { _, ok := n.Find(Guard, name); return ok }

// Bodies answers the names of all bodies, sorted.
func (n *Names) Bodies() []string { return n.sorted(Body) }

// Guards answers the names of all guards, sorted.
func (n *Names) Guards() []string { return n.sorted(Guard) }

func (n *Names) sorted(k Kind) []string {
	names := make([]string, 0, len(n.byName[k]))
	for name := range n.byName[k] {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// File answers the name of the behaviours file.
func (n *Names) File() string {
	if len(n.files) == 0 {
		return ""
	}
	return n.files[0].Source.Name
}

// Register says how a body or guard is registered; kind is "body" or "guard".
func (n *Names) Register(kind, name string) string {
	return "register it with `tickflow." + kind + "(\"" + name + "\", function(v) ... end)`"
}

// Unused answers a hint for every body and guard of the behaviours file itself that used does not name. Those of modules
// may be there for other files.
func (n *Names) Unused(used func(k Kind, name string) bool) diag.List {
	if len(n.files) == 0 {
		return nil
	}
	f := n.files[0]
	var found diag.List
	for _, r := range f.Registrations {
		if used(r.Kind, r.Name) {
			continue
		}
		found = append(found, diag.Diagnostic{
			Code: diag.UnusedBehaviour, Severity: diag.Hint, Source: f.Source, Span: r.Span,
			Msg:  "no graph names the " + r.Kind.String() + " `" + r.Name + "`",
			Hint: map[Kind]string{Body: "a node has it with `NODE.body: " + r.Name + "`", Guard: "an edge asks it with `A--|" + r.Name + "|-->B`"}[r.Kind],
		})
	}
	return found
}

// Dynamic reports whether names may be registered that the lists do not show: computed ones, and those of modules that
// cannot be read.
func (n *Names) Dynamic() bool { return n.dynamic }

// Findings answers the faults of all files, sorted by place; a name registered in two files is one.
func (n *Names) Findings() diag.List {
	found := slices.Clone(n.missing)
	for _, f := range n.files {
		found = append(found, f.syntax()...)
	}
	found = append(found, duplicates(n.files)...)
	found.Sort()
	return found
}
