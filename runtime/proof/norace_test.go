//go:build !race

package proof

// race tells that the race detector is on: then nothing is as fast as it should be.
const race = false
