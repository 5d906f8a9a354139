// Package seccomp refuses system calls to a thread and to everything that it starts, with a filter in the kernel. If
// the arguments alone cannot decide a call, a guard outside of the cage decides it. The package exists only for Linux.
package seccomp
