package provider

import (
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

// recordingsJSON is the recordings section of ccc.json.
type recordingsJSON struct {
	Keep    *int `json:"keep"`
	MaxDays *int `json:"max_days"`
	Off     bool `json:"off"`
}

// recordings gives the section with its defaults, and refuses values out of range.
func (j recordingsJSON) recordings() (r Recordings, err error) {
	keep, days := 100, 90
	if j.Keep != nil {
		keep = *j.Keep
	}
	if j.MaxDays != nil {
		days = *j.MaxDays
	}
	if keep < 0 || days < 0 || days > 36500 {
		return r, lang.Errorf("recordings.keep is %d and recordings.max_days is %d: 0 means no bound, "+
			"and max_days is at most 36500", keep, days)
	}
	return Recordings{Keep: keep, Age: time.Duration(days) * day, Off: j.Off}, nil
}
