//go:build cgo

package sqlite

import (
	"database/sql"
	"errors"
	"net/url"
	"strconv"

	"github.com/mattn/go-sqlite3"
)

// openDriver answers a pool of connections to the database. Transactions begin with the right to write.
func openDriver(path string) (*sql.DB, error) {
	options := url.Values{
		"_journal_mode": {"WAL"}, "_synchronous": {"NORMAL"}, "_txlock": {"immediate"},
		"_busy_timeout": {strconv.FormatInt(busyTimeout.Milliseconds(), 10)},
	}
	name := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return sql.Open("sqlite3", name.String())
}

func isCorrupt(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}
