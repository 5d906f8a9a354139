package provider

import (
	"reflect"
	"testing"
)

// TestMisspelt: a misspelt limit has no effect, and the user reads which key was probably meant.
func TestMisspelt(t *testing.T) {
	for text, want := range map[string][]UnknownKey{
		`{"supervisor": {"max_iterations": 4, "Timeout_Seconds": 5, "after": "plain"}, "Language": "en", "hers": [1]}`: nil,
		`{"supervisor": {"max_cost_used": 3}}`: {
			{Key: "supervisor.max_cost_used", Meant: "supervisor.max_cost_usd", MayBeLimit: true},
		},
		`{"supervisor": {"maxCostUsd": 3}}`: {
			{Key: "supervisor.maxCostUsd", Meant: "supervisor.max_cost_usd", MayBeLimit: true},
		},
		`{"supervisor": {"max_cost": 3}}`: {
			{Key: "supervisor.max_cost", Meant: "supervisor.max_cost_usd", MayBeLimit: true},
		},
		`{"supervisor": {"timeout": "10m"}}`: {
			{Key: "supervisor.timeout", Meant: "supervisor.timeout_seconds", MayBeLimit: true},
		},
		`{"supervisor": {"maxwiatt": 3}}`: {
			{Key: "supervisor.maxwiatt", Meant: "supervisor.max_wait", MayBeLimit: true},
		},
		`{"supervisor": {"max_rounds": 3, "zz": 1, "modle": "m"}}`: {
			{Key: "supervisor.max_rounds", Meant: "supervisor.max_iterations", MayBeLimit: true},
			{Key: "supervisor.modle", Meant: "supervisor.model"}, {Key: "supervisor.zz", MayBeLimit: true},
		},
		`{"superviser": {}}`:              {{Key: "superviser", Meant: "supervisor", MayBeLimit: true}},
		`{"max_cost_usd": 3}`:             {{Key: "max_cost_usd", Meant: "supervisor.max_cost_usd", MayBeLimit: true}},
		`{"provider": {}}`:                {{Key: "provider", Meant: "providers"}},
		`{"Recordings": {"max_day": 1}}`:  {{Key: "recordings.max_day", Meant: "recordings.max_days"}},
		`{"recordings": {"of": true}}`:    {{Key: "recordings.of", Meant: "recordings.off"}},
		`{"settings": {"supervisr": {}}}`: {{Key: "settings.supervisr", Meant: "supervisor", MayBeLimit: true}},
		`{"settings": {"max_cost_usd": 3, "model": "m", "maxThinkingTokens": 9, "env": {"MAX_COST": "1"}}}`: {
			{Key: "settings.max_cost_usd", Meant: "supervisor.max_cost_usd", MayBeLimit: true},
		},
		`{"providers": {"a": {"max_cost_usd": 3, "supervisor": {}, "env": {"max_duration": "1h"}, "cage": "auto"}}}`: {
			{Key: "providers.a.cage", Meant: "supervisor.cage"},
			{Key: "providers.a.env.max_duration", Meant: "supervisor.max_duration", MayBeLimit: true},
			{Key: "providers.a.max_cost_usd", Meant: "supervisor.max_cost_usd", MayBeLimit: true},
			{Key: "providers.a.supervisor", Meant: "supervisor", MayBeLimit: true},
		},
		`{"supervisor_settings": {"max_cost_usd": 3}, "hers": {"x": [{"max_duration": 1}], "maximum": 3}}`: {
			{Key: "hers.x.0.max_duration", Meant: "supervisor.max_duration", MayBeLimit: true},
			{Key: "supervisor_settings.max_cost_usd", Meant: "supervisor.max_cost_usd", MayBeLimit: true},
		},
		`{"max_rounds": 3, "max_budget_usd": 3, "limits": {"stop": 1}, "keep": 3}`: {
			{Key: "keep", Meant: "recordings.keep"}, {Key: "limits", MayBeLimit: true},
			{Key: "max_budget_usd", Meant: "supervisor.max_cost_usd", MayBeLimit: true},
			{Key: "max_rounds", Meant: "supervisor.max_iterations", MayBeLimit: true},
		},
		`{"supervisor": {"keep": 3, "language": "en"}}`: {
			{Key: "supervisor.keep", Meant: "recordings.keep"}, {Key: "supervisor.language", Meant: "language"},
		},
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
		if got := f.UnknownKeys(); !reflect.DeepEqual(got, want) {
			t.Errorf("UnknownKey of %s = %+v, want %+v", text, got, want)
		}
	}
}
