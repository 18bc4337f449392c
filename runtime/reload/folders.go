package reload

import (
	"os"
	"path/filepath"
	"strings"
)

// linksAtMost is how many links are followed on the way to one file, as operating systems do it.
const linksAtMost = 40

// names is what is watched for: in each folder, the names that decide about a file.
type names map[string]map[string]bool

func (n names) add(folder, name string) {
	if n[folder] == nil {
		n[folder] = map[string]bool{}
	}
	n[folder][name] = true
}

// has reports whether an event at a path is about a name that is watched for, or about a folder that is watched.
func (n names) has(path string) bool {
	return n[filepath.Dir(path)][filepath.Base(path)] || n[path] != nil
}

// decide adds the names that decide what a path leads to: each link on the way, and the file itself. Where a part of the
// way does not exist, it is that part's name in the folder before it. The path is absolute.
func (n names) decide(path string) {
	volume := filepath.VolumeName(path)
	folder := volume + string(filepath.Separator)
	rest := parts(path[len(volume):])
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == ".." {
			folder = filepath.Dir(folder)
			continue
		}
		at := filepath.Join(folder, name)
		info, err := os.Lstat(at)
		switch {
		case err != nil, len(rest) == 0 && info.Mode()&os.ModeSymlink == 0:
			n.add(folder, name)
			return
		case info.Mode()&os.ModeSymlink == 0:
			folder = at
			continue
		}
		n.add(folder, name)
		target, err := os.Readlink(at)
		if links++; err != nil || links > linksAtMost {
			return
		}
		if filepath.IsAbs(target) {
			volume = filepath.VolumeName(target)
			folder, target = volume+string(filepath.Separator), target[len(volume):]
		}
		rest = append(parts(target), rest...)
	}
}

// parts answers the names on a path. ".." stays: behind a link it leads out of where the link points.
func parts(path string) (all []string) {
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if part != "" && part != "." {
			all = append(all, part)
		}
	}
	return all
}
