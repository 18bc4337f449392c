package luabind

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Load reads a behaviours file from disk and runs it once. Modules it requires are read from its folder and below; links
// that lead out of that folder are refused. Faults of the text, of loading and of registering are answered as an *Error.
func Load(ctx context.Context, file string, opts Options) (*Pool, error) {
	if opts.Reads != nil {
		opts.Reads(file)
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	defer root.Close()
	text, err := readText(root.FS(), filepath.Base(real))
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	p := newProgram(diag.NewSource(file, text), root.FS(), filepath.Dir(file))
	if opts.Reads != nil {
		p.looks = func(module string) { opts.Reads(filepath.Join(filepath.Dir(real), filepath.FromSlash(module))) }
	}
	return load(ctx, p, opts)
}

// LoadFS is Load for a file system such as embed.FS. The name is slash-separated.
func LoadFS(ctx context.Context, fsys fs.FS, name string, opts Options) (*Pool, error) {
	text, err := readText(fsys, name)
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	folder, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		return nil, &Error{Msg: "cannot read the behaviours: " + err.Error(), Err: err}
	}
	return load(ctx, newProgram(diag.NewSource(name, text), folder, path.Dir(name)), opts)
}

// LoadText is Load for a text that is at hand. Messages call it by name; it can require nothing but "tickflow".
func LoadText(ctx context.Context, name, text string, opts Options) (*Pool, error) {
	return load(ctx, newProgram(diag.NewSource(name, text), nil, ""), opts)
}

func load(ctx context.Context, p *program, opts Options) (*Pool, error) {
	if err := p.compileMain(); err != nil {
		return nil, err
	}
	h := newHost(opts)
	first, err := newVM(ctx, p, h, opts.Log)
	if err != nil {
		h.close()
		return nil, err
	}
	p.finish(first)
	return newPool(p, first, h, opts), nil
}
