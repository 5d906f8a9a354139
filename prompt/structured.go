package prompt

import (
	"encoding/json"
	"strings"

	"github.com/kaptinlin/jsonrepair"
)

// Structured reads a verdict by the [Schema], as [Verdict] does a text; ok is false if it is none.
func Structured(object []byte) (j Judgement, text string, ok bool) {
	var v struct {
		Completed *bool  `json:"completed"`
		Feedback  string `json:"feedback"`
	}
	if json.Unmarshal(object, &v) != nil || v.Completed == nil {
		return NotYet, "", false
	}
	text = strings.TrimSpace(v.Feedback)
	switch {
	case marked(text, NeedsUser):
		return Blocked, strings.TrimSpace(strings.ReplaceAll(text, NeedsUser, "")), true
	case *v.Completed:
		return Done, "", true
	}
	return NotYet, text, true
}

// StructuredText is [Structured] for a text that holds the object because the model did not call the tool: as models
// write it, in a code fence, with single quotes, cut off. The object has to begin a line and to end the text. With
// other words before it, it may be an example: then it cannot say that the work is completed.
func StructuredText(text string) (j Judgement, said string, ok bool) {
	rest := strings.TrimRight(text, "`~ \t\r\n")
	before := strings.NewReplacer("`", "", "~", "", "json", "")
	for at := 0; at < len(rest); {
		end := strings.IndexByte(rest[at:], '\n')
		if end < 0 {
			end = len(rest) - at
		}
		if strings.HasPrefix(strings.TrimSpace(rest[at:at+end]), "{") && strings.Contains(rest[at:], "completed") {
			j, said, ok = repaired(rest[at:])
			return j, said, ok && (j != Done || strings.TrimSpace(before.Replace(rest[:at])) == "")
		}
		at += end + 1
	}
	return NotYet, "", false
}

func repaired(text string) (j Judgement, said string, ok bool) {
	if j, said, ok = Structured([]byte(text)); ok {
		return j, said, ok
	}
	mended, err := jsonrepair.JSONRepair(text)
	if err != nil {
		return NotYet, "", false
	}
	return Structured([]byte(mended))
}
