package change

import (
	"slices"
	"strings"
	"testing"

	"ccc/internal/process"
)

// TestO06ReadPushes: the lines that git writes to a pre-push hook.
func TestO06ReadPushes(t *testing.T) {
	const none = "0000000000000000000000000000000000000000"
	for _, test := range []struct {
		name, in string
		want     []Push
		fails    bool
	}{
		{"nothing", "", nil, false},
		{"an empty line", "\n", nil, false},
		{"a branch", "refs/heads/a 1 refs/heads/b 2\n", []Push{{"1", "refs/heads/b", "2"}}, false},
		{"a new one, no newline", "refs/heads/a 1 refs/heads/a " + none, []Push{{"1", "refs/heads/a", none}}, false},
		{"spaces in the local ref", "HEAD^{/fix it} 1 refs/heads/b 2\n", []Push{{"1", "refs/heads/b", "2"}}, false},
		{"a deletion", "(delete) " + none + " refs/heads/b 2\n", nil, false},
		{"a deletion with SHA-256", "(delete) " + strings.Repeat("0", 64) + " refs/heads/b 2\n", nil, false},
		{"notes", "refs/notes/a 1 refs/notes/a 2\n", nil, false},
		{"the same twice", "a 1 refs/heads/b 2\nb 1 refs/tags/c 2\nc 3 refs/heads/d 2\n",
			[]Push{{"1", "refs/heads/b", "2"}, {"3", "refs/heads/d", "2"}}, false},
		{"half a line", "refs/heads/a 1 refs/heads/b\n", nil, true},
		{"too much", strings.Repeat("a 1 refs/heads/b 2\n", maxPushes/10), nil, true},
	} {
		got, err := ReadPushes(strings.NewReader(test.in))
		if !slices.Equal(got, test.want) || (err != nil) != test.fails {
			t.Errorf("%s: %v, %v, want %v", test.name, got, err, test.want)
		}
	}
}

// TestO06PushOf: the variables by which pre-commit describes a push.
func TestO06PushOf(t *testing.T) {
	for _, test := range []struct {
		env  process.Env
		want []Push
		ok   bool
	}{
		{nil, nil, false},
		{process.Env{"PRE_COMMIT_REMOTE_BRANCH=r", "PRE_COMMIT_FROM_REF=1", "PRE_COMMIT_TO_REF=2"},
			[]Push{{"2", "r", "1"}}, true},
		{process.Env{"PRE_COMMIT_REMOTE_BRANCH=r", "PRE_COMMIT_LOCAL_BRANCH=l"}, []Push{{"l", "r", noObject}}, true},
		{process.Env{"PRE_COMMIT_TO_REF=2"}, nil, false}, // pre-commit run --from-ref, which pushes nothing
	} {
		if got, ok := PushOf(test.env); ok != test.ok || ok && !slices.Equal(got, test.want) {
			t.Errorf("%q: %v, %v", test.env, got, ok)
		}
	}
}
