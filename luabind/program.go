package luabind

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// program is the compiled behaviours file with the modules it requires. The first machine that runs the file discovers
// the modules; from then on a program never changes and is shared by all machines.
type program struct {
	main     *chunk
	modules  map[string]*chunk       // by the name they are required by
	sources  map[string]*diag.Source // by the name that messages of the machine use
	folder   fs.FS                   // where modules are read, or nil
	dir      string                  // how messages call that folder
	looks    func(file string)       // told of each file of that folder before it is looked for, or nil
	hash     []byte                  // of the texts, each with its length, in the order they were first needed
	bodies   []string                // what the file registers, in order
	guards   []string
	finished bool
}

// chunk is one compiled text. Its code is never written to, so machines may share it.
type chunk struct {
	source *diag.Source
	proto  *lua.FunctionProto
}

func newProgram(main *diag.Source, folder fs.FS, dir string) *program {
	return &program{
		main: &chunk{source: main}, modules: map[string]*chunk{}, sources: map[string]*diag.Source{}, folder: folder, dir: dir,
	}
}

func (p *program) compileMain() (err error) {
	p.main, err = p.compile(p.main.source)
	return err
}

// finish ends the discovery: from now on machines only run what the first one has run.
func (p *program) finish(first *vm) {
	p.finished, p.folder, p.looks = true, nil, nil
	p.bodies, p.guards = names(first.bodies), names(first.guards)
}

// digest answers the SHA-256, in hexadecimal, of the texts.
func (p *program) digest() string { return hex.EncodeToString(p.hash) }

// compile makes a text of the program: the main file or a module.
func (p *program) compile(src *diag.Source) (*chunk, error) {
	if len(src.Text) > maxSource { // it is not worth looking at
		return nil, &Error{Source: diag.NewSource(src.Name, ""), Msg: "the text has more than " + size(maxSource) + ", the limit for Lua files"}
	}
	p.sources[src.Name] = src
	proto, err := compile(src)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	h.Write(p.hash)
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(src.Text))))
	h.Write([]byte(src.Text))
	p.hash = h.Sum(nil)
	return &chunk{src, proto}, nil
}

// compile turns a text into code. Every text that runs comes through here, chunks made at run time too.
func compile(src *diag.Source) (*lua.FunctionProto, error) {
	stmts, fault := luaindex.Parse(src)
	if fault != nil {
		return nil, &Error{Source: src, Span: fault.Span, Msg: fault.Msg, Hint: fault.Hint}
	}
	proto, err := compileChunk(src, stmts)
	if err == nil {
		return proto, nil
	}
	if nested := (*Error)(nil); errors.As(err, &nested) {
		return nil, err
	}
	e := &Error{Source: src, Msg: err.Error()}
	if c := (*lua.CompileError)(nil); errors.As(err, &c) {
		line := c.Line
		e.Msg = c.Message
		// A goto without its label is noticed at the end of the function, but said with its own line.
		if msg, at, ok := strings.Cut(c.Message, " at line "); ok {
			if n, err := strconv.Atoi(at); err == nil {
				line, e.Msg = n, msg
			}
		}
		e.Span = luaindex.Code(src, line)
	}
	return nil, e
}

// module answers the compiled text of a module, read when it is first asked for.
func (p *program) module(name string) (*chunk, error) {
	if c := p.modules[name]; c != nil {
		return c, nil
	}
	if p.finished {
		return nil, fmt.Errorf("module %q was not loaded with the file: require it at the top, outside of functions", name)
	}
	files := luaindex.ModuleFiles(name)
	if files == nil {
		return nil, fmt.Errorf("%q is no module name: it is made of letters, digits, _ and -, with dots for folders", name)
	}
	if p.folder == nil {
		return nil, fmt.Errorf("module %q not found: there is no folder to look in%s", name, didYouMean(name, []string{"tickflow"}))
	}
	for _, file := range files {
		if p.looks != nil {
			p.looks(file)
		}
		text, err := readModule(p.folder, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("module %q: %w", name, err)
		}
		c, err := p.compile(diag.NewSource(filepath.Join(p.dir, filepath.FromSlash(file)), text))
		if err != nil {
			return nil, err
		}
		p.modules[name] = c
		return c, nil
	}
	return nil, fmt.Errorf("module %q not found: neither %s exists beside %s%s",
		name, strings.Join(files, " nor "), p.main.source.Name, didYouMean(name, append(p.besides(), "tickflow")))
}

// besides answers the modules that lie in the folder of the file, sorted.
func (p *program) besides() []string {
	// What cannot be listed has nothing to suggest.
	entries, _ := fs.ReadDir(p.folder, ".")
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".lua"); ok && e.Name() != filepath.Base(p.main.source.Name) {
			names = append(names, name)
		}
	}
	return names
}
