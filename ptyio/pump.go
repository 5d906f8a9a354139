package ptyio

import "io"

// pumpSize is the largest amount that a terminal gives at once.
const pumpSize = 4 << 10

// Pump reads r for the life of the process and sends each chunk in a slice of its own. It closes the channel at the
// end of r or at an error. A read that waits for a user cannot be cancelled, and an old reader would take the first
// bytes from the next one. So there is one pump for stdin, and its users take turns at the channel. It holds one
// chunk at a time and does not keep the process from exiting.
func Pump(r io.Reader) <-chan []byte {
	chunks := make(chan []byte)
	go func() {
		defer close(chunks)
		for {
			p := make([]byte, pumpSize)
			n, err := r.Read(p)
			if n > 0 {
				chunks <- p[:n:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return chunks
}
