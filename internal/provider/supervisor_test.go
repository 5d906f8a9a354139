package provider

import "testing"

func TestSupervisorSection(t *testing.T) {
	f := loaded(t, `{"supervisor": {"max_stalled": 0, "max_cost_usd": 2.5, "max_duration": "90m", "max_wait": 60,
		"model": "opus", "prompt_role": "user", "allowed_tools": ["Read"],
		"background_wait": "2m", "idle_timeout": "20m", "after": "plain"}}`)
	s := f.Supervisor
	if s.MaxStalled != 0 || s.MaxCostUSD != 2.5 || s.MaxDuration.Minutes() != 90 || s.MaxWait.Seconds() != 60 ||
		s.IdleTimeout.Minutes() != 20 ||
		s.Model != "opus" || s.PromptRole != "user" || len(s.AllowedTools) != 1 || s.BackgroundWait.Minutes() != 2 ||
		!s.AfterPlain {
		t.Errorf("Supervisor = %+v", s)
	}
	for _, text := range []string{`{"max_stalled": -1}`, `{"max_cost_usd": -1}`, `{"max_duration": "-1h"}`,
		`{"max_wait": "soon"}`, `{"prompt_role": "assistant"}`, `{"background_wait": -1}`,
		`{"background_wait": "soon"}`, `{"idle_timeout": -1}`, `{"after": "loop"}`,
		`{"after": true}`, `{"allowed_tools": "Read"}`, `{"environment": ["A=b"]}`} {
		if _, err := load(t, `{"supervisor": `+text+`}`); err == nil {
			t.Errorf("%s is no error", text)
		}
	}
}
