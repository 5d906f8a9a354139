package main

import _ "embed"

// The embedded file does not exist. So a build for Windows fails with this text, before the compiler lists the system
// calls that Windows lacks.
//
//go:embed "ccc runs on Linux and macOS; on Windows, run it inside WSL (the Windows Subsystem for Linux)"
var _ string
