package value

import (
	"fmt"
	"slices"
	"strconv"
)

// PathError says which part of a value cannot be one and why. Its text is "out.items[3]: function" for a Path of
// ".items[3]" after the name the caller gives the whole.
type PathError struct {
	Path string // empty for the whole value
	Msg  string
}

// Error answers path and message.
func (e *PathError) Error() string {
	if e.Path == "" {
		return e.Msg
	}
	return e.Path + ": " + e.Msg
}

func refuse(path []string, format string, args ...any) error {
	// The path is collected from the inside out.
	slices.Reverse(path)
	var p string
	for _, s := range path {
		p += s
	}
	return &PathError{Path: p, Msg: fmt.Sprintf(format, args...)}
}

// MemberPath answers how messages write the step into an object: .name, or ["odd name"].
func MemberPath(key string) string {
	for i, r := range key {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return "[" + strconv.Quote(key) + "]"
		}
	}
	if key == "" {
		return `[""]`
	}
	return "." + key
}

// ItemPath answers how messages write the step into a list: [i+1] for the zero-based item i, counted from 1 as in Lua.
func ItemPath(i int) string { return "[" + strconv.Itoa(i+1) + "]" }
