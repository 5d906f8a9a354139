package secret

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

func TestNamed(t *testing.T) {
	for name, value := range map[string]string{
		"ANTHROPIC_AUTH_TOKEN": "x", "ANTHROPIC_API_KEY": "x", "ANTHROPIC_CUSTOM_HEADERS": "X: y", "apikey": "x",
		"AWS_SECRET_ACCESS_KEY": "x", "AWS_SESSION_TOKEN": "x", "AWS_BEARER_TOKEN_BEDROCK": "x", "db_passwd": "x",
		"CLAUDE_CODE_OAUTH_TOKEN": "x", "MY_PASSWORD": "123456", "OTEL_EXPORTER_OTLP_HEADERS": "a=b", "KEY": "2",
		"PROXY_AUTHORIZATION": "x", "HTTPS_PROXY": "http://me:pw@proxy:80", "ANTHROPIC_BASE_URL": "https://me:pw@host/",
		"MY_TOKENS": "a,b", "GITHUB_TOKEN": "12345",
	} {
		if !MayBeSecret(name, value) {
			t.Errorf("Named(%s, %s) = false", name, value)
		}
	}
	for name, value := range map[string]any{
		"ANTHROPIC_BASE_URL": "https://host:8443/a@b", "ANTHROPIC_MODEL": "x", "CLAUDE_CODE_MAX_OUTPUT_TOKENS": "64000",
		"MAX_THINKING_TOKENS": 5.0, "CLAUDE_CODE_SKIP_BEDROCK_AUTH": "1", "ANTHROPIC_API_KEY": "", "AWS_REGION": "us-1",
		"API_TIMEOUT_MS": "3000000", "CLAUDE_CODE_API_KEY_HELPER_TTL_MS": "300000", "HTTPS_PROXY": "http://proxy:80",
		"DISABLE_TELEMETRY": "true",
	} {
		if MayBeSecret(name, value) {
			t.Errorf("Named(%s, %v) = true", name, value)
		}
	}
}

func TestInEnv(t *testing.T) {
	got := InEnv([]string{
		"ANTHROPIC_AUTH_TOKEN=one", "ANTHROPIC_MODEL=opus", "CLAUDE_CODE_OAUTH_TOKEN=two", "GITHUB_TOKEN=three",
		"AWS_SECRET_ACCESS_KEY=four", "SSH_AUTH_SOCK=/tmp/agent", "GIT_AUTHOR_NAME=Jo", "PATH=/bin",
		"CLAUDE_CODE_MAX_OUTPUT_TOKENS=64000", "HTTPS_PROXY=http://me:five@proxy", "PROXY=http://proxy", "DB_PASSWORD=six",
		"ANTHROPIC_CUSTOM_HEADERS=X-A: seven", "CLAUDE_CODE_SKIP_BEDROCK_AUTH=1",
	})
	want := []string{"one", "two", "three", "four", "http://me:five@proxy", "six", "X-A: seven"}
	if !slices.Equal(got, want) {
		t.Errorf("InEnv = %q, want %q", got, want)
	}
}

// TestQ14IdentifiersAreNoSecrets: a variable called KEY whose value is the name of a column is not masked. A generated
// key or a passphrase in such a variable is.
func TestQ14IdentifiersAreNoSecrets(t *testing.T) {
	columns := []string{"SORT_KEY=timestamp", "PRIMARY_KEY=customer_id", "PARTITION_KEY=tenantId", "GROUP_KEY=users.name",
		"INDEX_KEY=CREATED_AT", "HASH_KEY=address_line1", "CACHE_KEY=organization_id", "ROUTING_KEY=OrderState"}
	const text = "the timestamp of customer_id: tenantId users.name CREATED_AT address_line1 organization_id OrderState"
	if got := New(InEnv(columns)...).Text(text); got != text {
		t.Errorf("with %q it reads %q", columns, got)
	}
	var settings any
	if err := json.Unmarshal([]byte(`{"env": {"SORT_KEY": "timestamp", "AUTHOR": "Johannes"}}`), &settings); err != nil {
		t.Fatal(err)
	}
	if got := New(InSettings(settings)...).Text("Johannes, the timestamp"); got != "Johannes, the timestamp" {
		t.Errorf("with %v in the settings it reads %q", settings, got)
	}
	for _, secret := range []string{
		"GLM_KEY=key-of-glm-123456", "X_KEY=abcdefghijklmnop", "X_KEY=ABCDEFGHIJKLMNOP", "X_KEY=AbCdEfGhIjKlMn",
		"X_KEY=sk_live_abcdefghijklmnopqrst", "X_KEY=0123456789abcdef", "X_KEY=3b241101-e2bb-4255-8caf-4136c566a962",
		"X_KEY=deadbeefdeadbeef", "X_KEY=correct-horse-battery-staple", "API_KEY=customer_id", "ENCRYPTION_KEY=swordfish",
		"DB_PASSWORD=swordfish", "GITHUB_TOKEN=swordfish", "A_SECRET=open.sesame", "ANTHROPIC_API_KEY=plain_words",
		"CLAUDE_X_KEY=plain_words", "X_KEY=ab1cd2ef3gh4", "X_KEY=MIIEvQIBADANBgkqhkiG9w0BAQ==",
	} {
		_, value, _ := strings.Cut(secret, "=")
		if got := New(InEnv([]string{secret})...).Text(value); got != Mark {
			t.Errorf("%s is masked as %q", secret, got)
		}
	}
}

// TestQ14NoGeneratedKeyIsAnIdentifier: keys of at least 80 bits as generators make them, in each common alphabet.
func TestQ14NoGeneratedKeyIsAnIdentifier(t *testing.T) {
	const lower, upper, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	r := rand.New(rand.NewSource(1))
	for _, c := range []struct {
		alphabet string
		bits     int // at least
	}{
		{lower, 80}, {upper, 80}, {lower + upper, 80}, {lower + digits, 80}, {upper + "234567", 80}, {digits + "abcdef", 80},
		{lower + upper + digits, 80}, {lower + upper + digits + "+/", 80}, {lower + upper + digits + "-_", 128},
	} {
		for range 5_000 {
			key := make([]byte, int(math.Ceil(float64(c.bits)/math.Log2(float64(len(c.alphabet)))))+r.Intn(20))
			for i := range key {
				key[i] = c.alphabet[r.Intn(len(c.alphabet))]
			}
			for _, prefix := range []string{"", "sk_", "pk_live_", "glpat."} {
				if isIdentifier(prefix + string(key)) {
					t.Fatalf("%s%s passes for an identifier", prefix, key)
				}
			}
		}
	}
}

func TestInSettingsAndLogin(t *testing.T) {
	var settings any
	err := json.Unmarshal([]byte(`{"apiKeyHelper": "print-key", "env": {"A_TOKEN": "one", "MODEL": "m"},
		"mcpServers": {"x": {"env": {"X_KEY": "two"}, "headers": {"Authorization": "three"}}},
		"list": [{"env": {"B_KEY": "four"}}]}`),
		&settings)
	if err != nil {
		t.Fatal(err)
	}
	got := InSettings(settings)
	slices.Sort(got)
	if want := []string{"four", "one", "three", "two"}; !slices.Equal(got, want) {
		t.Errorf("InSettings = %q, want %q", got, want)
	}
	got = InLogin([]byte(`{"claudeAiOauth": {"accessToken": "one", "refreshToken": "two", "expiresAt": 3,
		"subscriptionType": "max"}}`))
	slices.Sort(got)
	if want := []string{"one", "two"}; !slices.Equal(got, want) {
		t.Errorf("InLogin = %q, want %q", got, want)
	}
	if got := InLogin([]byte("broken")); got != nil {
		t.Errorf("InLogin of no JSON = %q", got)
	}
}

func TestMask(t *testing.T) {
	odd := "s3cret\"with\\<odd>&é"
	m := New("t0p-secret-token", odd, "short", "X-One: header-one\nAuthorization: Bearer bearer-two",
		"http://u:passw0rd@h/")
	m.Add("a-long-value-that-a-line-may-be-cut-off-in", "a-long-value-that-is-another-one-and-longer", "")
	once, _ := json.Marshal(odd)
	twice, _ := json.Marshal(string(once))
	thrice, _ := json.Marshal(string(twice))
	for text, want := range map[string]string{
		"":                          "",
		"nothing short of it":       "nothing short of it",
		"t0p-secret-token":          "[secret]",
		"at0p-secret-tokenb":        "a[secret]b",
		"header-one, bearer-two":    "[secret], [secret]",
		"curl http://u:passw0rd@h/": "curl [secret]", "is it passw0rd?": "is it [secret]?",
		odd + string(once) + string(twice):        `[secret]"[secret]""\"[secret]\""`,
		string(thrice[1 : len(thrice)-1]):         `\"\\\"[secret]\\\"\"`,
		"a-long-value-that-a-line-may-be":         "[secret]",
		"a-long-value-that-is-ano":                "[secret]",
		"a-long-value-that-is-not one":            "[secret]not one", // what is alike is not given away
		"a-long-value-th":                         "a-long-value-th",
		"key sk-ant-api03-abc_DEF-0123456789, ok": "key [secret], ok",
		"sk-ant-... begins a key":                 "sk-ant-... begins a key",
	} {
		if got := m.Text(text); got != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	}
	var none *Mask
	for _, m := range []*Mask{none, {}} {
		if got := m.Text("t0p-secret-token"); got != "t0p-secret-token" {
			t.Errorf("a mask of nothing makes %q", got)
		}
	}
}

// TestMaskSharedBeginning: a value is masked to its end, even if another value is the beginning of it.
func TestMaskSharedBeginning(t *testing.T) {
	m := New("X-Key: key-0123456789-a", "X-Key: key-0123456789-bbbb", "key-0123456789-bbbb-and-more")
	for _, text := range []string{"X-Key: key-0123456789-bbbb", "key-0123456789-bbbb-and-more", "key-0123456789-bbbb-an"} {
		if got := m.Text(text + "|"); strings.Contains(got, "bbb") || !strings.HasSuffix(got, "|") {
			t.Errorf("%q is masked as %q", text, got)
		}
	}
}

// TestWriterLongLine: a long line without an end is not held back for ever, and a value in it is still masked.
func TestWriterLongLine(t *testing.T) {
	const value = "t0p-secret-token-of-a-provider"
	var out bytes.Buffer
	w := New(value).Writer(&out)
	text := strings.Repeat("x", 1000) + value
	for range 5000 {
		for at := 0; at < len(text); at += 97 {
			fmt.Fprint(w, text[at:min(at+97, len(text))])
		}
	}
	if out.Len() < 3<<20 {
		t.Errorf("%d bytes were written before the end", out.Len())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat(strings.Repeat("x", 1000)+Mark, 5000); out.String() != want {
		t.Errorf("of 5000 values %d were masked, and %d are there", strings.Count(out.String(), Mark),
			strings.Count(out.String(), value[:20]))
	}
}

// FuzzWriter: however a text is divided into writes, the output equals the text masked line by line, and contains no
// value.
func FuzzWriter(f *testing.F) {
	f.Add([]byte("a t0p-secret-token\nand \"t0p-secret-token"), 3)
	f.Add([]byte("t0p-secret-token-two t0p-secret-tok\nsk-ant-0123456789abcdef\n\n"), 1)
	f.Add([]byte("t0pt0p-secret-token\"quote\nt0p-secret-token\\\"quote"), 7)
	values := []string{"t0p-secret-token", "t0p-secret-token-two", `t0p-secret-token"quote`, "12345678"}
	m := New(values...)
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		if size <= 0 {
			return
		}
		var out, want bytes.Buffer
		w := m.Writer(&out)
		for rest := text; len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if _, err := w.Write(rest[:min(size, len(rest))]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			want.Write(m.Bytes(line))
		}
		if !bytes.Equal(out.Bytes(), want.Bytes()) {
			t.Fatalf("%q in pieces of %d = %q, want %q", text, size, &out, &want)
		}
		for _, value := range values {
			if bytes.Contains(out.Bytes(), []byte(value)) {
				t.Fatalf("%q holds %q", &out, value)
			}
		}
	})
}
