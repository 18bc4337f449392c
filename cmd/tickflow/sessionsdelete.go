package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func newSessionsDelete(c *console) *cobra.Command {
	f := &sessionFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:   "delete NAME --db FILE",
		Short: "Delete a session and everything of it",
		Long: `Deletes a session and everything of it. It is refused while somebody runs it.

With --json the result is {"session", "deleted": true}.

Exit codes: 0, 1 when the session is in use, 2 for wrong input or usage.`,
		Example: "  tickflow sessions delete monday --db runs.db",
		RunE:    func(*cobra.Command, []string) error { return c.deleteSession(f, asJSON) },
	}
	f.registerNamed(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was done as JSON")
	return cmd
}

func (c *console) deleteSession(f *sessionFlags, asJSON bool) (err error) {
	if err := f.required("sessions delete"); err != nil {
		return err
	}
	ctx := context.Background()
	db, err := c.existingDB(ctx, f.db)
	if err != nil {
		return err
	}
	defer func() {
		if e := db.Close(); e != nil && err == nil {
			err = dbFault(f.db, e)
		}
	}()
	if err := db.Delete(ctx, f.name); err != nil {
		return f.fault(ctx, db, err)
	}
	if asJSON {
		return c.printJSON(struct {
			Session string `json:"session"`
			Deleted bool   `json:"deleted"`
		}{f.name, true})
	}
	fmt.Fprintf(c.err, "deleted session %s\n", visible(f.name))
	return nil
}
