package store

import (
	"fmt"
	"strings"
)

// longestName is how many bytes a session's name has at most.
const longestName = 100

// CheckName refuses what cannot be the name of a session: it has one to 100 letters, digits, and - _ . of ASCII, does not
// begin with a dot or a dash, and so is a file's name on every system, too.
func CheckName(name string) error {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	bad := strings.IndexFunc(name, func(r rune) bool { return !strings.ContainsRune(allowed, r) })
	switch {
	case name == "":
		return fmt.Errorf("a session has a name")
	case bad >= 0:
		return fmt.Errorf("%q cannot be the name of a session: it has letters, digits, - _ and . only", name)
	case name[0] == '.' || name[0] == '-':
		return fmt.Errorf("%q cannot be the name of a session: it begins with %q", name, name[:1])
	case len(name) > longestName:
		return fmt.Errorf("%.20q... cannot be the name of a session: it is longer than %d bytes", name, longestName)
	}
	return nil
}
