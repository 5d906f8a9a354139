package main

import _ "embed"

// There is no such file: a build for Windows ends with this line, before the compiler names what that lacks.
//
//go:embed "ccc runs on Linux and macOS; on Windows, run it inside WSL (the Windows Subsystem for Linux)"
var _ string
