package main

import "testing"

func TestFilesAreWrittenSoThatAShellHandsThemOnWhole(t *testing.T) {
	tests := []struct{ file, want string }{
		{"a.tickflow", "a.tickflow"},
		{"../ü/a-b_1.json", "../ü/a-b_1.json"},
		{"-", "-"},
		{"-o", "./-o"},
		{"my graph.tickflow", "'my graph.tickflow'"},
		{"it's.lua", `'it'\''s.lua'`},
		{"$HOME", "'$HOME'"},
		{"-rf *", "'./-rf *'"},
		{"", "''"},
	}
	for _, tt := range tests {
		if got := inShell(tt.file); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.file, got, tt.want)
		}
	}
}
