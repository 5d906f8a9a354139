package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"ccc/internal/lang"
)

// judge finds out from an answer which parts of the API work.
type judge struct {
	model  string // the model in the request
	hidden secrets
}

// Patterns for the vendors' error messages. Compiled when needed: most runs of ccc need none.
const (
	ofMoney = `(?i)\bcredits?\b|\bbalance\b|billing|\bpayment\b|arrear|余额|欠费|充值|` +
		`insufficient[\w ]*(quota|funds|balance|credit)`
	ofAuth  = `(?i)authenticat|authori[sz]|api[ -]?key|\btoken\b|\bkey\b|\bcredentials?\b|令牌|密钥|身份验证|鉴权`
	ofModel = `(?i)model|模型`
)

// result judges an answer. body is its beginning.
func (j judge) result(r *http.Response, body []byte) ProbeResult {
	switch {
	case len(body) > maxAnswer:
		return ProbeResult{Reachable: No, Detail: lang.M("not a Messages API: an answer of more than %d KiB",
			maxAnswer>>10)}
	case r.StatusCode >= 300 && r.StatusCode < 400:
		own := lang.M("not a Messages API: HTTP %d, and a redirect is not followed", r.StatusCode)
		return ProbeResult{Reachable: No, Detail: j.hidden.detail(own, r.Header.Get("Location"))}
	case len(body) == 0 && (r.StatusCode == 401 || r.StatusCode == 403):
		return j.unauthenticated(answer{status: r.StatusCode})
	}
	a, ok := parseAnswer(r.StatusCode, body)
	switch {
	case ok && a.message && r.StatusCode == 200:
		return ProbeResult{Reachable: Yes, Authenticated: Yes, Model: Yes}
	case !ok, !a.failed && a.status != 401 && a.status != 403:
		return j.foreignResult(a)
	}
	return j.failure(a)
}

// failure judges an error that the API reports. A 401 is always about the user's key. Other errors are told apart by
// their kind, then by their text.
func (j judge) failure(a answer) ProbeResult {
	switch s := a.status; {
	case s == 401:
		return j.unauthenticated(a)
	case s >= 500:
		return j.unknown(a)
	case s == 402, a.isAbout(ofMoney):
		return ProbeResult{Reachable: Yes, Authenticated: Yes, Detail: j.reasonText(a)}
	case s == 429:
		return j.unknown(a)
	case s == 403 && strings.Contains(a.text, j.model):
		return j.noModel(a)
	case s == 403:
		return j.unauthenticated(a)
	case s == 404 || s == 405:
		if j.aboutModel(a) {
			return j.noModel(a)
		}
		return j.foreignResult(a)
	}
	switch {
	case isMatch(ofAuth, a.kind):
		return j.unauthenticated(a)
	case j.aboutModel(a):
		return j.noModel(a)
	case isMatch(ofAuth, a.text):
		return j.unauthenticated(a)
	}
	return j.unknown(a)
}

func (j judge) aboutModel(a answer) bool {
	return a.isAbout(ofModel) || strings.Contains(a.text, j.model)
}

// foreignResult returns the result if something other than a Messages API has answered.
func (j judge) foreignResult(a answer) ProbeResult {
	return ProbeResult{Reachable: No, Detail: j.hidden.detail(lang.M("not a Messages API: HTTP %d", a.http), a.text)}
}

func (j judge) unauthenticated(a answer) ProbeResult {
	return ProbeResult{Reachable: Yes, Authenticated: No, Detail: j.reasonText(a)}
}

func (j judge) noModel(a answer) ProbeResult {
	return ProbeResult{Reachable: Yes, Authenticated: Yes, Model: No, Detail: j.reasonText(a)}
}

func (j judge) unknown(a answer) ProbeResult {
	return ProbeResult{Reachable: Yes, Detail: j.reasonText(a)}
}

// reasonText returns the API's own text, or the status if there is no printable text.
func (j judge) reasonText(a answer) lang.Message {
	if text := j.hidden.detail(lang.Message{}, a.text); !text.Empty() {
		return text
	}
	return lang.Verbatim(fmt.Sprintf("HTTP %d", a.status))
}

// answer is a decoded answer of the API.
type answer struct {
	http    int    // HTTP status
	status  int    // the status that counts: some vendors send 200, and another status in the body
	message bool   // it is a message, as requested
	failed  bool   // it is an error
	kind    string // of the error, as separate words
	text    string // of the error
}

func (a answer) isAbout(pattern string) bool {
	return isMatch(pattern, a.kind) || isMatch(pattern, a.text)
}

func isMatch(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }

// parseAnswer reads a body. If that is not a JSON object, ok is false, and a has only the status.
func parseAnswer(status int, body []byte) (a answer, ok bool) {
	a.http, a.status = status, status
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil || fields == nil {
		return a, false
	}
	inner := fields
	var nested map[string]json.RawMessage
	if json.Unmarshal(fields["error"], &nested) == nil && nested != nil {
		inner = nested
	}
	kind := word(inner["type"]) + " " + word(inner["code"]) + " " + word(inner["status"])
	a.kind = strings.ReplaceAll(kind, "_", " ")
	a.text = firstString(inner["message"], inner["msg"], inner["detail"],
		fields["error"], fields["message"], fields["msg"])
	thrown := isGiven(fields["error"])
	a.message = !thrown && (word(fields["type"]) == "message" || isGiven(fields["content"]))
	marked := isGiven(inner["type"]) || isGiven(inner["code"]) || isGiven(inner["status"]) || inner["success"] != nil
	a.failed = thrown || !a.message && a.text != "" && (marked || status != 200)
	if a.status == 200 && a.failed {
		a.status = codeOf(a.status, inner["code"], fields["code"])
	}
	return a, true
}

// isGiven reports whether a field exists and is not empty.
func isGiven(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "false", `""`:
		return false
	}
	return true
}

// word returns a string, or a number as it is written; "" for anything else.
func word(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}

// firstString returns the first string that is not empty.
func firstString(list ...json.RawMessage) string {
	for _, raw := range list {
		var text string
		if json.Unmarshal(raw, &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

// codeOf returns the first of the codes that is an HTTP error, otherwise the status.
func codeOf(status int, codes ...json.RawMessage) int {
	for _, raw := range codes {
		if code, err := strconv.Atoi(word(raw)); err == nil && code >= 400 && code < 600 {
			return code
		}
	}
	return status
}
