package jsonfile_test

import (
	"testing"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
	"github.com/tickflow/tickflow/runtime/store/storetest"
)

func backend() storetest.Backend {
	return storetest.Backend{Open: func(folder string) (store.Store, error) { return jsonfile.Open(folder, jsonfile.Options{}) }}
}

func TestStore(t *testing.T) { storetest.Run(t, backend()) }

func TestCrash(t *testing.T) { storetest.Crash(t, backend()) }
