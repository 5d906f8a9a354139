package streamjson

import "time"

// A RateLimit is the state of a subscription's usage limit (2.1.197, 2.1.329; never with an API key). If it is
// rejected, the result with the error follows.
type RateLimit struct {
	Status      string    // allowed, allowed_warning, rejected
	ResetsAt    time.Time // zero if unknown
	Type        string    // five_hour, seven_day, …
	Utilization float64   // used share of the limit, unchanged; 0 if unknown
}

// RateLimit decodes a rate_limit_event.
func (e Event) RateLimit() (RateLimit, error) {
	var body struct {
		Info struct {
			Status      string  `json:"status"`
			ResetsAt    float64 `json:"resetsAt"` // seconds since 1970
			Type        string  `json:"rateLimitType"`
			Utilization float64 `json:"utilization"`
		} `json:"rate_limit_info"`
	}
	err := e.decode(&body, TypeRateLimit)
	l := RateLimit{Status: body.Info.Status, Type: body.Info.Type, Utilization: body.Info.Utilization}
	if at := body.Info.ResetsAt; at > 0 && at < maxEpoch {
		l.ResetsAt = time.Unix(int64(at), 0)
	}
	return l, err
}

// maxEpoch is in the year 9999. A larger number is not a time in seconds.
const maxEpoch = 253_402_300_799

// A Retry announces that a request to the API failed and will be sent again (2.1.197, 2.1.329; 2.1.5 retries without
// an event).
type Retry struct {
	Attempt    int
	MaxRetries int
	Delay      time.Duration
	Status     int    // HTTP status, 0 (null) if the network failed
	Error      string // authentication_failed, rate_limit, …
}

// Retry decodes system/api_retry.
func (e Event) Retry() (Retry, error) {
	var body struct {
		Attempt    int     `json:"attempt"`
		MaxRetries int     `json:"max_retries"`
		DelayMS    float64 `json:"retry_delay_ms"`
		Status     int     `json:"error_status"`
		Error      string  `json:"error"`
	}
	err := e.decode(&body, TypeSystem, "api_retry")
	return Retry{
		Attempt: body.Attempt, MaxRetries: body.MaxRetries,
		Delay:  time.Duration(max(0, min(body.DelayMS, maxDelayMS))) * time.Millisecond,
		Status: body.Status, Error: body.Error,
	}, err
}

// IsRejected reports whether the API has rejected the key or the login. Another try succeeds only if claude renews it.
func (r Retry) IsRejected() bool { return r.Error == "authentication_failed" }

// After returns the delay that the API asked for (retry-after), or 0 if the delay is claude's own: half a second,
// doubled with each attempt up to 32 s, plus up to a quarter (2.1.197, 2.1.330). A delay that could be either counts
// as claude's.
func (r Retry) After() time.Duration {
	own := 32 * time.Second
	if r.Attempt < 7 {
		own = 500 * time.Millisecond << max(r.Attempt, 0)
	}
	if r.Delay > own+own/2 {
		return r.Delay
	}
	return 0
}

// maxDelayMS is the longest delay that is believed, one day. A larger number must not overflow a Duration.
const maxDelayMS = 24 * 60 * 60 * 1000
