package diag

// Code names a kind of finding. Codes are stable: tools filter by them, documentation is found by them.
type Code string
