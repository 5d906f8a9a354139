package hook

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestAPIWait: a review that the API kept waiting says so at its end, once, whatever the verdict; a short wait is not
// worth a line.
func TestAPIWait(t *testing.T) {
	for _, c := range []struct {
		verdict string
		delays  []int // seconds
		want    string
	}{
		{"done", []int{1, 2, 4, 8, 16, 32, 32, 32}, "[SUPERVISOR] the API kept this review waiting for 2m07s (rate_limit)"},
		{"not: no test", []int{32, 32}, "[SUPERVISOR] the API kept this review waiting for 1m04s (rate_limit)"},
		{"done", []int{1, 2, 4}, ""},
	} {
		t.Run(fmt.Sprint(c.verdict, c.delays), func(t *testing.T) {
			s := newSession(t)
			s.says("do it")
			s.does("did it")
			s.answer(c.verdict)
			path := numbered(s.dir, "answer", 1)
			var b strings.Builder
			for i, delay := range c.delays {
				fmt.Fprintf(&b, `{"type":"system","subtype":"api_retry","attempt":%d,"max_retries":10,"retry_delay_ms":%d,`+
					`"error_status":429,"error":"rate_limit","session_id":"fork"}`+"\n", i+1, delay*1000)
			}
			if err := os.WriteFile(path, []byte(b.String()+s.read(path)), 0o600); err != nil {
				t.Fatal(err)
			}
			d := s.stop("")
			const about = "the API kept"
			if got := strings.Count(d.Message, about); c.want == "" && got != 0 || c.want != "" && got != 1 ||
				!strings.Contains(d.Message, c.want) {
				t.Errorf("%q, want %q", d.Message, c.want)
			}
		})
	}
}
