package slug

import "testing"

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"Hello, World!":  "hello-world",
		"  two   words ": "two-words",
		"Top 10":         "top-10",
		"中文 标题":          "中文-标题",
	} {
		if got := Slug(title); got != want {
			t.Errorf("Slug(%q) = %q, want %q", title, got, want)
		}
	}
}
