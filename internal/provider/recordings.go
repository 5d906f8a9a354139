package provider

import (
	"time"

	"ccc/internal/lang"
)

// Recordings says how many recordings of launches are kept, and how long.
type Recordings struct {
	Keep int           // the newest so many; 0 keeps all
	Age  time.Duration // older ones are deleted; 0 for no limit
	Off  bool          // nothing is recorded
}

const day = 24 * time.Hour

// recordingsJSON is the recordings section of ccc.json.
type recordingsJSON struct {
	Keep    *int `json:"keep"`
	MaxDays *int `json:"max_days"`
	Off     bool `json:"off"`
}

// recordings returns the section with defaults for missing keys, and refuses values that are out of range.
func (j recordingsJSON) recordings() (r Recordings, err error) {
	keep, days := 100, 90
	if j.Keep != nil {
		keep = *j.Keep
	}
	if j.MaxDays != nil {
		days = *j.MaxDays
	}
	if keep < 0 || days < 0 || days > 36500 {
		return r, lang.Errorf("recordings.keep is %d and recordings.max_days is %d: 0 means no limit, "+
			"and max_days is at most 36500", keep, days)
	}
	return Recordings{Keep: keep, Age: time.Duration(days) * day, Off: j.Off}, nil
}
