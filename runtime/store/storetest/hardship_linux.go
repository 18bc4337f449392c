package storetest

import (
	"math"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// apartVariable names the test that runs in a process of its own.
const apartVariable = "TICKFLOW_STORETEST_APART"

// Apart runs a test in a process of its own, in which LimitFiles does no harm to others:
//
//	if !storetest.Apart(t) {
//		return
//	}
func Apart(t *testing.T) bool {
	t.Helper()
	if os.Getenv(apartVariable) == t.Name() {
		return true
	}
	child := exec.Command(os.Args[0], "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$")
	child.Env = append(os.Environ(), apartVariable+"="+t.Name())
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// LimitFiles lets no file of this process grow beyond a size in bytes, as if the disk were full. The test must run Apart.
func LimitFiles(t *testing.T, size uint64) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var l syscall.Rlimit
	done(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l))
	l.Cur = min(size, l.Max)
	done(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l))
}

// NoLimit is the size of files that LimitFiles does not limit.
const NoLimit = math.MaxUint64

// AsNobody calls f without the right of root to write everywhere. F must stay on its goroutine.
func AsNobody(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	set := func(uid uintptr) { syscall.RawSyscall(syscall.SYS_SETFSUID, uid, 0, 0) }
	if os.Getuid() == 0 {
		set(65534)
		defer set(0)
	}
	f()
}
