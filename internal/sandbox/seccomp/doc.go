// Package seccomp refuses system calls to a thread and to all that it starts, by a filter in the kernel. Calls that a
// filter cannot decide by their arguments a guard decides, outside of the cage. It is there for Linux alone.
package seccomp
