package luabind

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Options says how behaviours run. The zero value works.
type Options struct {
	// Workers is how many calls may run at once, each on a virtual machine of its own; below 1 counts as 32.
	Workers int
	// Log takes the lines that the file prints while it is loaded, before there is a run to log to. Nil drops them.
	Log func(line string)
}

const defaultWorkers = 32

// Load reads a behaviours file from disk and runs it once. Modules it requires are read from its folder and below; links
// that lead out of that folder are refused. Faults of the text, of loading and of registering are answered as an *Error.
func Load(ctx context.Context, file string, opts Options) (*Pool, error) {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	defer root.Close()
	text, err := root.ReadFile(filepath.Base(real))
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	return load(ctx, newProgram(diag.NewSource(file, string(text)), root.FS(), filepath.Dir(file)), opts)
}

// LoadFS is Load for a file system such as embed.FS. The name is slash-separated.
func LoadFS(ctx context.Context, fsys fs.FS, name string, opts Options) (*Pool, error) {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	folder, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	return load(ctx, newProgram(diag.NewSource(name, string(text)), folder, path.Dir(name)), opts)
}

// LoadText is Load for a text that is at hand. Messages call it by name; it can require nothing but "tickflow".
func LoadText(ctx context.Context, name, text string, opts Options) (*Pool, error) {
	return load(ctx, newProgram(diag.NewSource(name, text), nil, ""), opts)
}

func load(ctx context.Context, p *program, opts Options) (*Pool, error) {
	if err := p.compileMain(); err != nil {
		return nil, err
	}
	first, err := newVM(ctx, p, opts.Log)
	if err != nil {
		return nil, err
	}
	p.finish(first)
	return newPool(p, first, opts), nil
}
