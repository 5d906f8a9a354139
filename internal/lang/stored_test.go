package lang

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"
)

// TestStored: a message that was kept in a file says the same as before, in both languages.
func TestStored(t *testing.T) {
	for _, m := range []Message{
		{},
		M("%d reviews", 3),
		M("%.1f GiB", 3.0),
		M("this stop was not reviewed: %s", Errorf("the reviewer took longer than %s", 10*time.Minute)),
		M("this stop was not reviewed: %s", fmt.Errorf("read it: %w", errors.New("100% <broken>"))),
		M("%s\n%s", M("reviews are off until /supervisor"), Verbatim("completed")),
		M("commands that run in the background: %d; the review starts in %s, or when the agent stops again", 2, time.Hour),
		M("no verdict (%s): trying the review again", Errorf("write the report: %w", Errorf("the reviewer gave no answer"))),
		Recorded("API Error: 500"),
	} {
		kept, err := json.Marshal(m.Stored())
		if err != nil {
			t.Fatal(err)
		}
		var read *Stored
		if err := json.Unmarshal(kept, &read); err != nil {
			t.Fatal(err)
		}
		for _, l := range []Language{English, Chinese} {
			if got, want := l.Text(read.Message()), l.Text(m); got != want {
				t.Errorf("%s is %q, want %q", kept, got, want)
			}
		}
	}
	for _, format := range []string{"%d of it for sale", "%999999d"} {
		if foreign := (&Stored{Format: format, Args: []any{1.0}}).Message(); !foreign.Empty() {
			t.Errorf("%q is not ccc's", foreign)
		}
	}
}
