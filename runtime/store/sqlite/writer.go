package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/tickflow/tickflow/runtime/store"
)

// writer is the one connection of a Store that writes. It is made anew after each error, so that no statement of a
// transaction that failed can be committed with the next one.
type writer struct {
	path string

	mu     sync.Mutex
	closed bool
	db     *sql.DB
	conn   *sql.Conn
	known  map[string]*sql.Stmt // prepared, by text
}

// tx is a transaction being made.
type tx struct {
	ctx    context.Context
	writer *writer
}

// do makes a transaction: all that f does, or nothing. The context does not interrupt it once it has begun.
func (w *writer) do(ctx context.Context, f func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return store.ErrClosed
	}
	t := &tx{context.WithoutCancel(ctx), w}
	err := t.run(f)
	if err != nil {
		return errors.Join(err, w.drop())
	}
	return nil
}

func (t *tx) run(f func(*tx) error) error {
	if err := t.writer.connect(t.ctx); err != nil {
		return err
	}
	if err := t.exec(`BEGIN IMMEDIATE`); err != nil {
		return err
	}
	if err := f(t); err != nil {
		return err
	}
	return t.exec(`COMMIT`)
}

func (w *writer) connect(ctx context.Context) (err error) {
	if w.conn != nil {
		return nil
	}
	if w.db, err = openDriver(w.path, true); err != nil {
		return err
	}
	w.known = map[string]*sql.Stmt{}
	w.conn, err = w.db.Conn(ctx)
	return err
}

// drop closes the connection. SQLite then takes back what was not committed.
func (w *writer) drop() error {
	if w.db == nil {
		return nil
	}
	var errs []error
	for _, stmt := range w.known {
		errs = append(errs, stmt.Close())
	}
	if w.conn != nil {
		errs = append(errs, w.conn.Close())
	}
	errs = append(errs, w.db.Close())
	w.db, w.conn, w.known = nil, nil, nil
	return errors.Join(errs...)
}

func (w *writer) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	return w.drop()
}

// statement answers a statement, prepared when it is first used.
func (t *tx) statement(text string) (*sql.Stmt, error) {
	if s, ok := t.writer.known[text]; ok {
		return s, nil
	}
	s, err := t.writer.conn.PrepareContext(t.ctx, text)
	if err == nil {
		t.writer.known[text] = s
	}
	return s, err
}

// script executes any number of statements, once.
func (t *tx) script(text string) error {
	_, err := t.writer.conn.ExecContext(t.ctx, text)
	return err
}

// exec executes a statement, which it keeps for the next time.
func (t *tx) exec(text string, args ...any) error {
	s, err := t.statement(text)
	if err == nil {
		_, err = s.ExecContext(t.ctx, args...)
	}
	return err
}

// insert is exec that answers the number of the row.
func (t *tx) insert(text string, args ...any) (int64, error) {
	result, err := t.writer.conn.ExecContext(t.ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

func (t *tx) row(text string, args ...any) *sql.Row {
	return t.writer.conn.QueryRowContext(t.ctx, text, args...)
}
