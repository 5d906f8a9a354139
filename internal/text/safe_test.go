package text

import (
	"encoding/json"
	"testing"
)

func TestSafeJSON(t *testing.T) {
	said := []string{"plain", "中文 😀 \"<&>\"\n\t", "\u009b2J \x7f \u202e \x1b]0;x\a \U000e0041 \u2028"}
	for _, text := range said {
		object, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		got := SafeJSON(object)
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != text {
			t.Errorf("SafeJSON(%q) = %q, which is %q, %v", object, got, back, err)
		}
		if safe := Safe(string(got)); safe != string(got) {
			t.Errorf("SafeJSON(%q) = %q is not safe", object, got)
		}
	}
}
