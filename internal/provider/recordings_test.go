package provider

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestRecordings(t *testing.T) {
	for text, want := range map[string]Recordings{
		"":                                    {Keep: 100, Age: 90 * 24 * time.Hour},
		`{}`:                                  {Keep: 100, Age: 90 * 24 * time.Hour},
		`{"recordings": {"keep": 3}}`:         {Keep: 3, Age: 90 * 24 * time.Hour},
		`{"recordings": {"max_days": 0}}`:     {Keep: 100},
		`{"recordings": {"off": true}}`:       {Keep: 100, Age: 90 * 24 * time.Hour, Off: true},
		`{"recordings": null, "other": true}`: {Keep: 100, Age: 90 * 24 * time.Hour},
	} {
		dir := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, "ccc.json"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if f, err := Load(dir); err != nil || f.Recordings != want {
			t.Errorf("%s: %+v, %v, want %+v", text, f.Recordings, err, want)
		}
	}
	for _, text := range []string{`{"recordings": {"keep": -1}}`, `{"recordings": {"max_days": 1e9}}`,
		`{"recordings": 7}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "ccc.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "recordings") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
