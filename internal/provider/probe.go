// Package probe asks a provider's API, with its smallest request, whether it can be used.
//
// The request is made by curl, which honours the proxies and the certificate authorities of the system: net/http would
// add to the start of every hook call. curl gets all that it is to send on its standard input, so that no process list
// shows a token, and follows no redirect, so that no other host is given one. Nothing is retried, and nothing is kept.
package provider

import (
	"context"
	"time"

	"ccc/internal/lang"
)

// Target is what a request to the API needs, as claude would take it from its environment.
type Target struct {
	BaseURL   string // without /v1/messages; "" is https://api.anthropic.com
	AuthToken string // sent as Authorization: Bearer; "" if not set
	APIKey    string // sent as x-api-key; "" if not set
	Model     string // "" for a claude model of today
	Headers   string // ANTHROPIC_CUSTOM_HEADERS: lines "Name: value"
}

// Result holds three answers, each known only if the one before is good.
type Result struct {
	Reachable, Authenticated, Model Answer
	Detail                          lang.Message // why not, a line of printable text without a secret
}

// Answer is what is known of a question.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	Yes
	No
)

func (a Answer) String() string {
	switch a {
	case Yes:
		return "ok"
	case No:
		return "no"
	}
	return "?"
}

// OK reports whether the API can be used.
func (r Result) OK() bool { return r.Reachable == Yes && r.Authenticated == Yes && r.Model == Yes }

// Run asks the API once. The timeout is for the whole request; env is curl's environment, whose PATH says which curl is
// run and which may name proxies. All that can be said of the API is in the result, also that it does not answer. An
// error says that nothing was learned: a *CurlError, or that ctx was done first, whereupon curl is killed.
func Run(ctx context.Context, t Target, timeout time.Duration, env []string) (Result, error) {
	hidden := t.secrets()
	config, err := t.config(timeout)
	if err != nil {
		return Result{Reachable: No, Detail: lang.M("%v", err)}, nil
	}
	path, err := find(env)
	if err != nil {
		return Result{}, err
	}
	r, err := fetch(ctx, path, config, timeout, env)
	if err != nil {
		return Result{}, err
	}
	if r.exit == curlUsage { // what it says can be a line of what it was given
		said := hidden.detail(lang.Message{}, r.trouble)
		return Result{}, &CurlError{Path: path, Err: lang.Errorf("it does not take its options: %s", said)}
	}
	return judge{model: t.model(), hidden: hidden}.result(r), nil
}
