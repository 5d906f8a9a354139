package prompt

import (
	"encoding/json"
	"strings"

	"github.com/kaptinlin/jsonrepair"
)

// Structured reads a verdict by the [Schema]; ok is false if it is none.
func Structured(object []byte) (completed bool, feedback string, ok bool) {
	var v struct {
		Completed *bool  `json:"completed"`
		Feedback  string `json:"feedback"`
	}
	if json.Unmarshal(object, &v) != nil || v.Completed == nil {
		return false, "", false
	}
	return *v.Completed, strings.TrimSpace(v.Feedback), true
}

// StructuredText is [Structured] for a text that holds the object because the model did not call the tool: as models write it,
// in a code fence, with single quotes, cut off. The object has to begin a line and to end the text. With other words before it, it
// may be an example: then it cannot say that the work is completed.
func StructuredText(text string) (completed bool, feedback string, ok bool) {
	rest := strings.TrimRight(text, "`~ \t\r\n")
	before := strings.NewReplacer("`", "", "~", "", "json", "")
	for at := 0; at < len(rest); {
		end := strings.IndexByte(rest[at:], '\n')
		if end < 0 {
			end = len(rest) - at
		}
		if strings.HasPrefix(strings.TrimSpace(rest[at:at+end]), "{") && strings.Contains(rest[at:], "completed") {
			completed, feedback, ok = repaired(rest[at:])
			return completed, feedback, ok && (!completed || strings.TrimSpace(before.Replace(rest[:at])) == "")
		}
		at += end + 1
	}
	return false, "", false
}

func repaired(text string) (completed bool, feedback string, ok bool) {
	if completed, feedback, ok = Structured([]byte(text)); ok {
		return completed, feedback, ok
	}
	mended, err := jsonrepair.JSONRepair(text)
	if err != nil {
		return false, "", false
	}
	return Structured([]byte(mended))
}
