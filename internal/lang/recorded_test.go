package lang

import "testing"

// TestRecorded: what ccc has recorded in English is Chinese for who reads Chinese; the words of others stay.
func TestRecorded(t *testing.T) {
	for english, want := range map[string]string{
		"":                            "",
		"the reviewer gave no answer": "审查者没有给出任何回答",
		"this stop was not reviewed: the reviewer gave no answer": "Agent 这次停下没有审查：审查者没有给出任何回答",
		"the reviewer took longer than 10m":                       "审查者用时超过 10 分钟",
		"API Error: 529 overloaded":                               "API Error: 529 overloaded",
		"100% of it":                                              "100% of it",
	} {
		if got := Chinese.Text(Recorded(english)); got != want {
			t.Errorf("%q is %q, want %q", english, got, want)
		}
		if got := English.Text(Recorded(english)); got != english {
			t.Errorf("%q is %q in English", english, got)
		}
	}
}
