//go:build !cgo

package sqlite

import "database/sql"

func openDriver(string, bool) (*sql.DB, error) { return nil, ErrNoCgo }

func isCorrupt(error) bool { return false }

func isForeign(error) bool { return false }

func isBusy(error) bool { return false }
