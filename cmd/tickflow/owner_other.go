//go:build !unix

package main

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: files have no owner here that the command could set.
func keepOwner(*os.File, fs.FileInfo) {}
