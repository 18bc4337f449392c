package main

// finish keeps the run in the file that out names, prints it as JSON or else by show, and has tell say how it ended. It
// is done in this order, so that a reader of standard output who goes away costs nobody the run. What cannot be written
// keeps none of it from being tried, and is said last.
func (d *drive) finish(out string, asJSON bool, show func(), tell func() error) error {
	var faults []error
	toFile := out != "" && out != stdin
	if toFile || asJSON || out == stdin {
		dump, err := d.dump()
		if err == nil && toFile {
			err = d.c.writeOut(out, dump)
		}
		if err != nil {
			faults, d.unkept = append(faults, err), true
		}
		if asJSON || out == stdin {
			show = func() { d.c.out.Write(dump) }
		}
	}
	if d.page != "" {
		if err := d.writePage(); err != nil {
			faults = append(faults, err)
		}
	}
	d.heed.phase.Store(telling)
	show()
	if err := d.c.flush(); err != nil {
		faults = append(faults, err)
	}
	err := tell()
	if d.untold != nil {
		faults = append(faults, noStream("standard error", d.untold))
	}
	for _, fault := range faults {
		err = endWith(d.c.explain(fault))
	}
	return err
}
