package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// versionJSON is what version --json prints.
type versionJSON struct {
	Version  string `json:"version"`  // of the module, "(devel)" for a build from a checkout
	Revision string `json:"revision"` // of the checkout, "" when it is not known; a + at its end: with changes
	Time     string `json:"time"`     // of the revision, as in RFC 3339, or ""
	Go       string `json:"go"`       //
	Platform string `json:"platform"` // system/processor
	Snapshot int    `json:"snapshot"` // the format of the snapshots that run and step read
	Lua      int    `json:"lua"`      // tickflow.version in behaviours
}

func newVersion(c *console) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Tell which version this is",
		Long: `Tells which version this is. With --json the result is {"version", "revision", "time", "go", "platform", "snapshot":
format of snapshots, "lua": version of the Lua module}.`,
		Example: `  tickflow version
  tickflow version --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("`tickflow version` takes no arguments", "")
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			v := thisVersion()
			if asJSON {
				return json.NewEncoder(c.out).Encode(v)
			}
			c.out.WriteString(v.text())
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the version as JSON")
	return cmd
}

// text answers the version for people.
func (v versionJSON) text() string {
	text := "tickflow " + v.Version
	if v.Revision != "" {
		text += " (" + v.Revision + ", " + v.Time + ")"
	}
	return text + fmt.Sprintf("\n%s %s\nsnapshots of format %d, Lua module of version %d\n", v.Go, v.Platform, v.Snapshot, v.Lua)
}

func thisVersion() versionJSON {
	v := versionJSON{
		Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Snapshot: engine.Format, Lua: luabind.ModuleVersion,
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	changed := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value[:min(len(s.Value), 12)]
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	if changed {
		v.Revision += "+"
	}
	return v
}
