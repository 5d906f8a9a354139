package file

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

func TestStandard(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"a": 1}`, `{"a": 1}`},
		{"\ufeff{}", "   {}"},
		{"{ // one\r\n\"a\": 1, /* two\n */ }", "{        \n\"a\": 1        \n    }"},
		{`{"a": [1, 2, ], }`, `{"a": [1, 2  ]  }`},
		{`{"//": "/* a, ] \" // */"}`, `{"//": "/* a, ] \" // */"}`},
		{`{} // at the end`, `{}              `},
		{`[,]`, `[,]`}, {`{,}`, `{,}`}, {`[1,,]`, `[1,,]`}, {`{"a":,}`, `{"a":,}`},
		{`{/* open`, `{/* open`}, {`{"open`, `{"open`}, {`{/}`, `{/}`}, {"", ""}, {`,`, `,`},
	} {
		if got := string(Standard([]byte(c.text))); got != c.want {
			t.Errorf("Standard(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzStandard: JSON that hujson reads keeps its meaning and its lines, and plain JSON does not change.
func FuzzStandard(f *testing.F) {
	for _, text := range []string{
		`{"a": [1, {}, "x//y"], /* b */ "c": null, } // d` + "\n", "[1,]\r\n", `"\\"`, `{"a":/**/1}`, "[[],]",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := string(Standard([]byte(text)))
		if len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Fatalf("Standard(%q) = %q: a place has moved", text, got)
		}
		if json.Valid([]byte(text)) && got != text {
			t.Fatalf("Standard(%q) = %q", text, got)
		}
		if strings.Count(text, "[")+strings.Count(text, "{") > 1000 {
			return // hujson goes as deep as it is told to
		}
		theirs, err := hujson.Standardize([]byte(text))
		if err != nil {
			return
		}
		var x, y any
		if err := json.Unmarshal([]byte(got), &x); err != nil {
			t.Fatalf("Standard(%q) = %q: %v", text, got, err)
		}
		if err := json.Unmarshal(theirs, &y); err != nil || !reflect.DeepEqual(x, y) {
			t.Fatalf("Standard(%q) means %v, hujson reads %v, %v", text, x, y, err)
		}
	})
}
