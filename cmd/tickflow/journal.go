package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// journal is the log of a run on standard error: what bodies say stands behind tick and node, what the run itself notices
// looks like a finding.
type journal struct {
	w     io.Writer
	paint paint
}

func (j journal) logger() *slog.Logger { return slog.New(j) }

// Enabled reports true: everything a run logs is for the person at the terminal.
func (j journal) Enabled(context.Context, slog.Level) bool { return true }

// Handle prints one record in one write, since bodies log from several goroutines.
func (j journal) Handle(_ context.Context, r slog.Record) error {
	attrs := map[string]string{}
	r.Attrs(func(a slog.Attr) bool {
		attrs[a.Key] = a.Value.String()
		return true
	})
	var b strings.Builder
	switch {
	case r.Level < slog.LevelWarn:
		lead := fmt.Sprintf("tick %s  %s: ", attrs["tick"], attrs["node"])
		b.WriteString(j.paint.in(faint, visible(lead)) + paragraphs(r.Message, strings.Repeat(" ", columnsOf(lead))) + "\n")
	case r.Level < slog.LevelError:
		reporter{w: &b, paint: j.paint}.headline("", diag.Warning, "tick "+attrs["tick"]+": "+r.Message, diag.Code(attrs["code"]))
	default:
		reporter{w: &b, paint: j.paint}.trouble(strings.TrimSpace(r.Message+" "+attrs["hook"]+": "+attrs["error"]+attrs["panic"]), "")
	}
	_, err := io.WriteString(j.w, b.String())
	return err
}

// WithAttrs and WithGroup answer the journal itself: a run uses neither.
func (j journal) WithAttrs([]slog.Attr) slog.Handler { return j }

// WithGroup answers the journal itself.
func (j journal) WithGroup(string) slog.Handler { return j }
