package provider

import (
	"reflect"
	"strings"
	"testing"

	"ccc/integration/files"
)

func TestKey(t *testing.T) {
	for _, c := range []struct{ env, want, failure string }{
		{`{"ANTHROPIC_AUTH_TOKEN": "a", "ANTHROPIC_API_KEY": "b"}`, "a", ""},
		{`{"ANTHROPIC_AUTH_TOKEN": "", "ANTHROPIC_API_KEY": "b"}`, "b", ""},
		{`{"ANTHROPIC_AUTH_TOKEN": "${GLM}-x", "OTHER": "${NOT_SET}"}`, "s3cret-g-x", ""},
		{`{}`, "", "has no key"},
		{`{"ANTHROPIC_AUTH_TOKEN": 5}`, "", "has no key"},
		{`{"ANTHROPIC_API_KEY": "${NOT_SET}"}`, "", "names ${NOT_SET}, which is not set"},
		{`{"CLAUDE_CODE_OAUTH_TOKEN": "s3cret"}`, "", "has no key"},
	} {
		f := loaded(t, `{"providers": {"p": {"env": `+c.env+`}}}`)
		got, err := f.Key(&f.Providers[0], files.Env("GLM", "s3cret-g"))
		if got != c.want || (err != nil) != (c.failure != "") || err != nil &&
			!strings.Contains(err.Error(), c.failure) {
			t.Errorf("Key of %s = %q, %v, want %q, %q", c.env, got, err, c.want, c.failure)
		}
	}
}

// TestG09Foreign: the environment of a reviewer contains no variables of another provider, and all variables of the
// user.
func TestG09Foreign(t *testing.T) {
	f := loaded(t, twoProviders)
	env := []string{
		"PATH=/bin", "ANTHROPIC_AUTH_TOKEN=token-1", "ANTHROPIC_BASE_URL=elsewhere", "GATEWAY_KEY=key-of-one", "PROXY=h",
		"SAME=x", "HOST=h",
	}
	if got := f.ReviewerEnv("two", env, host); !reflect.DeepEqual(got, []string{"PATH=/bin", "HOST=h"}) {
		t.Errorf("%q", got)
	}
	keys := []string{
		"SOURCE_OF_ONE=key-of-one", "HEADERS=x-key: key-of-one", "ANTHROPIC_API_KEY=token-2", "SOURCE_OF_TWO=token-2", "A=b",
	}
	for provider, want := range map[string][]string{
		"two": {"ANTHROPIC_API_KEY=token-2", "SOURCE_OF_TWO=token-2", "A=b"},
		"one": {"SOURCE_OF_ONE=key-of-one", "HEADERS=x-key: key-of-one", "A=b"},
		"":    {"ANTHROPIC_API_KEY=token-2", "A=b"}, // claude's own login
	} {
		if got := f.WithoutOtherKeys(provider, keys, host); !reflect.DeepEqual(got, want) {
			t.Errorf("on %q: %q, want %q", provider, got, want)
		}
	}
	own := []string{"GATEWAY_KEY=my own", "PROXY=mine"}
	if got := f.ReviewerEnv("two", own, host); !reflect.DeepEqual(got, own) {
		t.Errorf("of the person's own are left %q", got)
	}
}

const twoProviders = `{"settings": {"env": {"COMMON": "c"}, "permissions": {"deny": ["Read(common)"]}},
	"providers": {
	"one": {"env": {"ANTHROPIC_AUTH_TOKEN": "token-1", "GATEWAY_KEY": "key-of-one", "PROXY": "${HOST}", "SAME": "x"}},
	"two": {"env": {"ANTHROPIC_API_KEY": "token-2", "SAME": "x"}, "permissions": {"deny": ["Read(two)"]}}}}`

func host(name string) (string, bool) { return "h", name == "HOST" }
