package config

import (
	"reflect"
	"testing"
)

// TestMisspelt: a bound that is misspelt does not hold, and the person reads what she meant.
func TestMisspelt(t *testing.T) {
	for text, want := range map[string][]Misspelt{
		`{"supervisor": {"max_iterations": 4, "Timeout_Seconds": 5, "after": "plain"}, "Language": "en", "hers": [1]}`: nil,
		`{"supervisor": {"max_cost_used": 3}}`: {
			{Key: "supervisor.max_cost_used", Meant: "supervisor.max_cost_usd", Bound: true},
		},
		`{"supervisor": {"maxCostUsd": 3}}`: {
			{Key: "supervisor.maxCostUsd", Meant: "supervisor.max_cost_usd", Bound: true},
		},
		`{"supervisor": {"max_cost": 3}}`: {
			{Key: "supervisor.max_cost", Meant: "supervisor.max_cost_usd", Bound: true},
		},
		`{"supervisor": {"timeout": "10m"}}`: {
			{Key: "supervisor.timeout", Meant: "supervisor.timeout_seconds", Bound: true},
		},
		`{"supervisor": {"maxwiatt": 3}}`: {
			{Key: "supervisor.maxwiatt", Meant: "supervisor.max_wait", Bound: true},
		},
		`{"supervisor": {"max_rounds": 3, "zz": 1, "modle": "m"}}`: {
			{Key: "supervisor.max_rounds"}, {Key: "supervisor.modle", Meant: "supervisor.model"}, {Key: "supervisor.zz"}},
		`{"superviser": {}}`:              {{Key: "superviser", Meant: "supervisor", Bound: true}},
		`{"max_cost_usd": 3}`:             {{Key: "max_cost_usd", Meant: "supervisor.max_cost_usd", Bound: true}},
		`{"provider": {}}`:                {{Key: "provider", Meant: "providers"}},
		`{"Recordings": {"max_day": 1}}`:  {{Key: "recordings.max_day", Meant: "recordings.max_days"}},
		`{"recordings": {"of": true}}`:    {{Key: "recordings.of", Meant: "recordings.off"}},
		`{"settings": {"supervisr": {}}}`: nil,
		`{"providers": {"a": {"evn": {}, "statusLine": {}, "env": {}}}}`: {
			{Key: "providers.a.evn", Meant: "providers.a.env"},
		},
		``: nil,
	} {
		var f File
		if text != "" {
			if err := f.parse([]byte(text)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		if got := f.Misspelt(); !reflect.DeepEqual(got, want) {
			t.Errorf("Misspelt of %s = %+v, want %+v", text, got, want)
		}
	}
}
