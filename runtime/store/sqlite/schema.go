package sqlite

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// busyTimeout is how long a writer waits for those of other processes.
const busyTimeout = 5 * time.Second

// application marks a file as a database of this package: SQLite keeps it in the file's header.
const application = 0x7469636b // "tick"

// migrations bring a database from each version to the next one; its version is how many of them it has had. They are
// never changed, only added to.
var migrations = []string{`
	CREATE TABLE sessions (
		id      INTEGER PRIMARY KEY AUTOINCREMENT,
		name    TEXT NOT NULL UNIQUE,
		run     TEXT,    -- what tells the run from all others, NULL until it begins
		created INTEGER
	) STRICT;
	CREATE TABLE timelines (
		session INTEGER NOT NULL,
		id      INTEGER NOT NULL,
		parent  INTEGER NOT NULL,
		fork    INTEGER NOT NULL,
		PRIMARY KEY (session, id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE firings (
		session  INTEGER NOT NULL,
		timeline INTEGER NOT NULL,
		tick     INTEGER NOT NULL,
		place    INTEGER NOT NULL, -- within the tick
		node     TEXT NOT NULL,
		k        INTEGER NOT NULL,
		data     TEXT NOT NULL,    -- JSON
		PRIMARY KEY (session, timeline, tick, place)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX firings_of_node ON firings (session, node, timeline, tick, k);
	CREATE TABLE snapshots (
		session  INTEGER NOT NULL,
		timeline INTEGER NOT NULL,
		tick     INTEGER NOT NULL, -- the next one to be run
		data     TEXT NOT NULL,    -- JSON
		PRIMARY KEY (session, timeline, tick)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE checkpoints (
		session  INTEGER NOT NULL,
		label    TEXT NOT NULL,
		put      INTEGER NOT NULL, -- they count up in the order in which they were put
		timeline INTEGER NOT NULL,
		tick     INTEGER NOT NULL,
		data     TEXT NOT NULL,    -- JSON
		PRIMARY KEY (session, label)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE programs (
		session   INTEGER NOT NULL,
		place     INTEGER NOT NULL,
		timeline  INTEGER NOT NULL,
		tick      INTEGER NOT NULL,
		at        INTEGER NOT NULL,
		graph     TEXT NOT NULL,
		behaviors TEXT NOT NULL,
		files     TEXT NOT NULL, -- JSON: [{"name": ..., "digest": ...}]
		PRIMARY KEY (session, place)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE texts (
		session INTEGER NOT NULL,
		digest  TEXT NOT NULL,
		text    TEXT NOT NULL,
		PRIMARY KEY (session, digest)
	) STRICT, WITHOUT ROWID;
`}

// tables are those that a session has rows in.
var tables = []string{"timelines", "firings", "snapshots", "checkpoints", "programs", "texts"}

// VersionError says that a database was written by a newer version of this package.
type VersionError struct {
	Path           string
	Version, Known int
}

// Error answers a sentence with both versions.
func (e *VersionError) Error() string {
	return fmt.Sprintf("%s is of version %d, which a newer tickflow has written; this one knows version %d", e.Path, e.Version, e.Known)
}

// migrate brings the database to the newest version.
func (w *writer) migrate(ctx context.Context) error {
	return w.do(ctx, func(tx *tx) error {
		var version, owner, objects int
		if err := tx.row(`PRAGMA user_version`).Scan(&version); err != nil {
			return err
		}
		if err := tx.row(`PRAGMA application_id`).Scan(&owner); err != nil {
			return err
		}
		if err := tx.row(`SELECT count(*) FROM sqlite_schema`).Scan(&objects); err != nil {
			return err
		}
		switch {
		case owner != application && (objects > 0 || version > 0):
			return ErrForeign
		case version > len(migrations):
			return &VersionError{w.path, version, len(migrations)}
		case version == len(migrations):
			return nil
		}
		for _, statements := range migrations[version:] {
			if err := tx.script(statements); err != nil {
				return err
			}
		}
		if err := tx.script(`PRAGMA application_id = ` + strconv.Itoa(application)); err != nil {
			return err
		}
		return tx.script(`PRAGMA user_version = ` + strconv.Itoa(len(migrations)))
	})
}
