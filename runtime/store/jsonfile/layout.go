package jsonfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// temporary is how the name of a file ends that is not whole yet.
const temporary = ".tmp"

// write puts a file in place, whole.
func write(path string, data []byte) error {
	err := os.WriteFile(path+temporary, data, 0o644)
	if err == nil {
		err = os.Rename(path+temporary, path)
	}
	if err != nil {
		return errors.Join(err, ignoring(os.Remove(path+temporary), os.ErrNotExist))
	}
	return nil
}

func ignoring(err, harmless error) error {
	if errors.Is(err, harmless) {
		return nil
	}
	return err
}

// encode makes JSON as it is, without escapes for HTML.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}

func tickFile(tick int) string { return "tick_" + strconv.Itoa(tick) + ".json" }

// tickOfFile answers which tick a state file is named for.
func tickOfFile(name string) (tick int, ok bool) {
	digits, ok := strings.CutPrefix(name, "tick_")
	if !ok {
		return 0, false
	}
	digits, ok = strings.CutSuffix(digits, ".json")
	tick, err := strconv.Atoi(digits)
	return tick, ok && err == nil && tickFile(tick) == name
}

// timelineFolder answers the folder of a timeline within the session's.
func timelineFolder(session string, timeline int) string {
	if timeline == 0 {
		return session
	}
	return filepath.Join(session, "timeline_"+strconv.Itoa(timeline))
}

// ticksIn answers the ticks that a folder has state files of, in order.
func ticksIn(folder string) ([]int, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, ignoring(err, os.ErrNotExist)
	}
	var ticks []int
	for _, e := range entries {
		if tick, ok := tickOfFile(e.Name()); ok {
			ticks = append(ticks, tick)
		}
	}
	slices.Sort(ticks)
	return ticks, nil
}
