package main

import (
	"strings"
	"unicode"
)

// inShell writes the name of a file so that a shell hands it on whole, and it is not taken for a flag.
func inShell(file string) string {
	if strings.HasPrefix(file, "-") && file != stdin {
		file = "./" + file
	}
	if file != "" && !strings.ContainsFunc(file, meansSomethingToShells) {
		return file
	}
	return "'" + strings.ReplaceAll(file, "'", `'\''`) + "'"
}

func meansSomethingToShells(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-+./:,@%", r)
}
