//go:build cgo

package sqlite_test

import (
	"database/sql"
	"testing"
)

// pragma changes a database behind the back of the package.
func pragma(t *testing.T, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	done(t, err)
	_, err = db.Exec("PRAGMA " + text)
	done(t, err)
	done(t, db.Close())
}
