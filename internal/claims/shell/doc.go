// Package shell reads the shell lines that an agent runs, and runs none itself. It says which commands a line runs, and
// of each what it can prove of a project (that the tests pass, that it compiles), which files it writes, and whether
// the line's exit status is its own.
//
// [ReadLine] looks through what a line only names: wrappers ("timeout 60 pytest"), scripts of package.json, targets of
// a Makefile, a justfile or a Taskfile, shell scripts. It gets their files from a function of the caller's. What it
// cannot know, such as a variable that a program sets, it leaves open and does not guess.
package shell
