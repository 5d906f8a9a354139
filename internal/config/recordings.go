package config

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"ccc/internal/lang"
)

// Recordings says what is kept of the launches.
type Recordings struct {
	Keep int           // how many; 0: all
	Age  time.Duration // how long; 0: for ever
	Off  bool
}

const day = 24 * time.Hour

// parseRecordings reads the value of "recordings" in ccc.json, nil if there is none.
func parseRecordings(text json.RawMessage) (r Recordings, err error) {
	body := struct {
		Keep    int  `json:"keep"`
		MaxDays int  `json:"max_days"`
		Off     bool `json:"off"`
	}{Keep: 100, MaxDays: 90}
	if text != nil {
		if err := json.Unmarshal(text, &body); err != nil {
			if mismatch := new(json.UnmarshalTypeError); errors.As(err, &mismatch) {
				mismatch.Field = strings.TrimSuffix("recordings."+mismatch.Field, ".")
				err = mismatched(mismatch)
			}
			return r, err
		}
	}
	if body.Keep < 0 || body.MaxDays < 0 || body.MaxDays > 36500 {
		return r, lang.Errorf("recordings.keep is %d and recordings.max_days is %d: 0 means no bound, "+
			"and max_days is at most 36500", body.Keep, body.MaxDays)
	}
	return Recordings{Keep: body.Keep, Age: time.Duration(body.MaxDays) * day, Off: body.Off}, nil
}
