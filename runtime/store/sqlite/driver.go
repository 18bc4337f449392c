//go:build cgo

package sqlite

import (
	"database/sql"
	"errors"
	"net/url"
	"strconv"

	"github.com/mattn/go-sqlite3"
)

// openDriver answers a pool of connections to the database, which reads, or also writes and brings it to WAL mode.
func openDriver(path string, writes bool) (*sql.DB, error) {
	options := url.Values{"_synchronous": {"NORMAL"}, "_busy_timeout": {strconv.FormatInt(busyTimeout.Milliseconds(), 10)}}
	if writes {
		options.Set("_journal_mode", "WAL")
	} else {
		options.Set("_query_only", "true")
	}
	name := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return sql.Open("sqlite3", name.String())
}

func isCorrupt(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrCorrupt
}

func isForeign(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrNotADB
}

func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}
