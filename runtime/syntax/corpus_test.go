package syntax_test

import (
	"os"
	"path/filepath"
	"testing"
)

// The graphs that other packages test with, and those of TICKFLOW_CORPUS, have no fault and keep their meaning when formatted.
func TestCorpus(t *testing.T) {
	patterns := []string{"../check/testdata/verdicts/*.txt", "../check/testdata/verdicts/hard/*.txt"}
	if corpus := os.Getenv("TICKFLOW_CORPUS"); corpus != "" {
		for _, folder := range []string{"deadlock", "deadlock/hard", "charts/as_graph", "processes"} {
			patterns = append(patterns, filepath.Join(corpus, folder, "*.txt"))
		}
	}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no graphs match %s: %v", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file, list := parse(string(text))
			if len(list) > 0 {
				t.Errorf("%s: %v", path, list)
			}
			checkTree(t, file)
			checkFormat(t, string(text))
		}
	}
}
