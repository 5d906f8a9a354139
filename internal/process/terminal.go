package process

import "os"

// HasTerminal reports whether this process has a controlling terminal. A tool of the agent has none (2.1.5 to 2.1.330).
func HasTerminal() bool {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	_ = f.Close()
	return true
}
