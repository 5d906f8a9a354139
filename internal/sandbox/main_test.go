package sandbox

import (
	"fmt"
	"net"
	"os"
	"testing"
	"time"
)

// actEnv is the variable that says what the test binary does in a cage instead of testing.
const actEnv = "CCC_CAGE_TEST_ACT"

// The test binary is also the program in the cage, in the same way as ccc.
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
	// dial prints which of the unix sockets it can connect to.
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
