package luabind

import "time"

// Options says how behaviours run and what they may do. The zero value works: it allows nothing.
type Options struct {
	// Workers is how many calls may run at once, each on a virtual machine of its own; below 1 counts as 32.
	Workers int
	// CPU is how many of them may compute at once; a call that waits, for an answer from the network say, does not count.
	// Below 1 it is as many as Go runs at once, GOMAXPROCS.
	CPU int
	// CallTimeout is how long a call of a body or guard may take, waiting included, and how long the file may take to be
	// loaded. It is kept to about a sixteenth, but for long ones to 50 ms. 0 and below counts as 30 s.
	CallTimeout time.Duration
	// MaxMemory is how many bytes of objects the process may have while calls run. Beyond it, machines that rest are closed
	// first; when that is not enough, all calls that run are stopped. 0 counts as 2 GiB, below 0 there is no limit.
	MaxMemory int64
	// Allow is what behaviours may reach outside of the run.
	Allow Permissions
	// Log takes the lines that the file prints while it is loaded, before there is a run to log to. Nil drops them.
	Log func(line string)
	// Reads is told the path of each file just before it is read or looked for, while the behaviours are loaded from disk: the
	// file as it is named, then what its modules may be, in the folder where the file lies behind all links. Nil is told nothing.
	Reads func(path string)
}

const defaultWorkers = 32

// host is what the machines of a pool share.
type host struct {
	watch   *watch
	cores   cores
	allow   Permissions
	secrets *secrets // values that must not leave a machine, or nil
	web     *web     // or nil without permission
}

func newHost(o Options) *host {
	timeout, memory := o.CallTimeout, o.MaxMemory
	if timeout <= 0 {
		timeout = defaultCallTimeout
	}
	if memory == 0 {
		memory = defaultMaxMemory
	}
	h := &host{
		watch: newWatch(timeout, uint64(max(memory, 0))), cores: newCores(o.CPU),
		allow: o.Allow, secrets: readSecrets(o.Allow.Env),
	}
	if o.Allow.Net {
		h.web = newWeb()
	}
	return h
}

// close is called when no machine is left.
func (h *host) close() {
	h.watch.close()
	if h.web != nil {
		h.web.close()
	}
}
