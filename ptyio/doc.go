// Package ptyio runs one child on a pseudo-terminal (or without one) and takes care of the terminal of the user in
// front of it.
//
// # The child
//
// The child leads a session of its own. Its stdout, its stderr and its controlling terminal are a pty in raw mode: what
// it writes arrives as written, nothing is echoed, no line is cut at 4096 bytes, and no byte is taken for a signal. Its
// stdin is a socket, because claude refuses to take messages from a terminal. With [Command.Pipes] stdout and stderr
// are a socket each instead, and there is no terminal at all; stderr is not part of what Read gives, [Child.Stderr] has
// the end of it.
//
// They are sockets and no pipes because of what the child's own children may do: a pipe or a terminal can be opened by
// /proc/PID/fd/N and written to, so that a tool of claude's could speak in its name, or to it in ours. A socket cannot.
//
// # The rules
//
//   - Whoever calls [Start] calls [Child.End] (or [Child.Kill]), even for a child that ended by itself: that is what
//     finds the processes a killed claude left behind, and what ends the goroutines here.
//   - One goroutine calls [Child.Read]. Send, CloseInput, Resize, End and Kill may be called from any goroutine, at any
//     time.
//   - The buffer between the child and Read is bounded: who stops reading stops the child. End does not need a reader.
//   - Read ends with io.EOF once everything the child wrote has been read. What else holds its terminal open cannot
//     keep it from that: after the child's end the output is over when it has been silent for [Grace.Drain].
//   - All files are closed here; there is nothing to close outside.
//
// # Who runs
//
//	caller       Send ──▶ input queue        Read ◀── ring buffer (bounded)
//	                          │                           ▲
//	goroutines            input.run                    copyOut            run: start, wait, drain
//	                          ▼                           │                 │
//	files                socket ──▶ stdin [ child ] stdout, stderr, tty ────┘ reaped
//
// The reader of a pty master cannot be interrupted: Close does not wake it, deadlines are ignored. So copyOut does
// nothing but read, and when it has to go, a byte is written to the other side of the pty to wake it.
//
// # The end of a child
//
//	End ─▶ close stdin ─▶ wait Input ─▶ SIGTERM ─▶ wait Term ─▶ SIGKILL ─▶ sweep ─▶ drain ─▶ return
//	                          │                                    ▲                  ▲
//	                          ├─ killed by somebody else, or Sweep ┘                  │
//	                          └─ ended by itself ─────────────────────────────────────┘
//
// Signals go to the child's group; SIGKILL follows also where the child went with SIGTERM, for those of its group who
// did not. Each wait is bounded by [Grace], and ends at once with [Child.Kill].
//
// The sweep finds the processes that a killed claude left behind: its tools run in sessions of their own, where a
// signal to the group never arrives. They are known by the variable CCC_CHILD in their environment. A claude that ended
// by itself is not swept after: what it left running, such as a server the user asked for, is meant to stay. With
// [Command.Sweep] nothing is.
//
// If ccc itself is killed, a child on a pty gets a hang-up from the kernel, and one without gets SIGTERM on Linux and
// the end of its stdin elsewhere. A [Guardian] then sweeps after all of them, and brings the terminal back.
//
// # The terminal
//
// [Terminal] remembers the state it was found in and brings it back: on every way out, from any goroutine, more than
// once. Only it changes the user's terminal. One goroutine reads it, for the life of the process: see [Pump].
//
// # Not promised
//
// A process that clears its environment and leaves the child's group is not found by the sweep. On macOS the
// environment of the system's own programs (/bin/sh, /bin/sleep) cannot be read; there the child's descendants, as they
// were when its end began, are swept too, which finds nothing if the child was killed by somebody else. Output of a
// process that outlives the child may be lost.
package ptyio
