// Package shell reads the shell lines that an agent runs, and runs none itself. It says which commands a line comes to,
// what each of them can prove of a project (that the tests pass, that it compiles), which files it writes, and whether
// the line's exit status is that command's.
//
// [ReadLine] follows a line through what it only names: wrappers ("timeout 60 pytest"), scripts of package.json, targets
// of a Makefile, a justfile or a Taskfile, shell scripts. Their files come from a function of the caller's. What it cannot
// know, such as the value of a variable that a program sets, it leaves open and never guesses.
package shell
