package luabind

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

var errTooLong = errors.New("more than " + size(maxString) + ", the limit for strings")

// readFormats reads what the arguments from first on say, a line when there are none, and pushes it. At the end of the
// file it pushes nil and stops; for an empty rest, *a is an empty string.
func (m *vm) readFormats(L *lua.LState, f *file, first int) int {
	if f.r == nil {
		return failed(L, os.ErrInvalid)
	}
	formats := []lua.LValue{lua.LString("*l")}
	if L.GetTop() >= first {
		formats = nil
		for i := first; i <= L.GetTop(); i++ {
			formats = append(formats, L.Get(i))
		}
	}
	n := 0
	for _, format := range formats {
		var lv lua.LValue
		var err error
		m.blocking(f, func() { lv, err = readFormat(f.r, format) })
		if err == io.EOF {
			L.Push(lua.LNil)
			return n + 1
		}
		if err != nil {
			L.RaiseError("%s: %s", f.name, reasonOf(err).Error())
		}
		L.Push(lv)
		n++
	}
	return n
}

func readFormat(r *bufio.Reader, format lua.LValue) (lua.LValue, error) {
	if n, ok := format.(lua.LNumber); ok {
		if n > maxString {
			return nil, errTooLong
		}
		return readBytes(r, int(n))
	}
	switch name := lua.LVAsString(format); {
	case strings.HasPrefix(name, "*l"):
		return readLine(r)
	case strings.HasPrefix(name, "*a"):
		text, err := io.ReadAll(io.LimitReader(r, maxString+1))
		if err == nil && len(text) > maxString {
			err = errTooLong
		}
		return lua.LString(text), err
	case strings.HasPrefix(name, "*n"):
		return readNumber(r)
	}
	return nil, fmt.Errorf("invalid format to read: it is \"*l\", \"*a\", \"*n\" or a number of bytes")
}

func readBytes(r *bufio.Reader, n int) (lua.LValue, error) {
	if n <= 0 {
		_, err := r.Peek(1)
		return lua.LString(""), err
	}
	text, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(text) == 0 {
		err = io.EOF
	}
	return lua.LString(text), err
}

func readLine(r *bufio.Reader) (lua.LValue, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxString:
			return nil, errTooLong
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) > 0, err == nil:
			return lua.LString(strings.TrimSuffix(string(line), "\n")), nil
		}
		return nil, err
	}
}

// readNumber reads a number behind blanks; what is none gives nil.
func readNumber(r *bufio.Reader) (lua.LValue, error) {
	var digits []byte
	for {
		c, err := r.ReadByte()
		if err != nil && err != io.EOF {
			return nil, err
		}
		if err == nil && len(digits) == 0 && strings.IndexByte(" \t\r\n", c) >= 0 {
			continue
		}
		if err != nil || strings.IndexByte("0123456789+-.eExXabcdfABCDF", c) < 0 || len(digits) > 200 {
			if err == nil {
				_ = r.UnreadByte() // it follows a ReadByte
			}
			f, err := strconv.ParseFloat(string(digits), 64)
			if err != nil || math.IsInf(f, 0) {
				return lua.LNil, nil
			}
			return lua.LNumber(f), nil
		}
		digits = append(digits, c)
	}
}
