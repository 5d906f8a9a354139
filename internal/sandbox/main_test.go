package sandbox

import (
	"fmt"
	"net"
	"os"
	"testing"
	"time"
)

// actEnv says what the test binary is to do in a cage instead of testing.
const actEnv = "CCC_CAGE_TEST_ACT"

// The test binary is also the program in the cage, as ccc is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == InitArg {
		os.Exit(Main(os.Args[2:], os.Environ(), os.Stdout, os.Stderr))
	}
	if act := acts[os.Getenv(actEnv)]; act != nil {
		act(os.Args[1:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var acts = map[string]func(args []string){
	// dial says which of the unix sockets it reaches.
	"dial": func(args []string) {
		for _, address := range args {
			conn, err := net.DialTimeout("unix", address, time.Second)
			if err == nil {
				conn.Close()
			}
			fmt.Printf("%s %v\n", address, err == nil)
		}
	},
}
