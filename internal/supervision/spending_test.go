package supervision

import (
	"testing"

	"ccc/streamjson"
)

func TestP05LimitShare(t *testing.T) {
	for _, test := range []struct {
		limit streamjson.RateLimit
		want  string
	}{
		{streamjson.RateLimit{Utilization: 0.91, Type: "five_hour"}, "91% of the subscription's five hour limit is used"},
		{streamjson.RateLimit{Utilization: 0.005}, "1% of the subscription's usage limit is used"},
	} {
		if got := limitShare(test.limit).String(); got != test.want {
			t.Errorf("limitShare(%+v) = %q, want %q", test.limit, got, test.want)
		}
	}
}
