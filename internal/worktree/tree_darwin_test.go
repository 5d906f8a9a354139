package worktree

import "testing"

func asNobody(_ *testing.T, _ bool, do func()) { do() }
