package session

import (
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
)

// TestRowsFit: the list of recordings has one terminal line for each. Session and outcome are complete, and the project
// is cut to the remaining room.
func TestRowsFit(t *testing.T) {
	list := []Summary{{
		Path: "/home/me/.claude/ccc/recordings/20261122-051955-8a62006b.jsonl", Snapshot: Snapshot{
			Claude: "2.1.329", Ended: true,
			Header: Header{Dir: "/home/me/shop-of-many-things"},
			End: End{Outcome: "not_completed", Rounds: 12, CostUSD: 1.23,
				SessionID: "966ad1c2-e6a9-42ee-9c0c-118153d4a4c7"},
		},
	}}
	for _, test := range []struct {
		width           int
		project, wanted string
		language        lang.Language
	}{
		{40, "shop-of…", "not completed", lang.English},
		{60, "shop-of-ma…", "12 not completed $1.23", lang.English},
		{80, "shop-of-many-th…", "12 not completed $1.23 loop 2.1.329", lang.English},
		{80, "shop-of-many-things", "12 未完成 $1.23 循环 2.1.329", lang.Chinese},
		{130, "shop-of-many-things", "12 not completed $1.23 loop 2.1.329 20261122-051955-8a62006b.jsonl", lang.English},
	} {
		var b strings.Builder
		rows := fitRecordings([]string{recordingRow(withShortNames(list[0]), test.language)}, nil, test.width)
		if titled := fitRecordings([]string{recordingRow(withShortNames(list[0]), test.language) + "\tport the client"}, nil, test.width)[0]; !strings.Contains(
			titled, "\t966ad1c2\t") || strings.Contains(titled, "port the client") != (test.width > 40) {
			t.Errorf("at %d columns a task of a plan has %q", test.width, titled)
		}
		if err := layout.Table(&b, rows, func() int { return test.width }); err != nil {
			t.Fatal(err)
		}
		got := strings.TrimSuffix(b.String(), "\n")
		want := test.project + " 966ad1c2 " + test.wanted
		if uniseg.StringWidth(got) > test.width || !strings.HasSuffix(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("at %d columns the list says %q, want %s", test.width, got, want)
		}
	}
}

// In a narrow terminal a launch with several sessions has the newest one, and the other columns keep their room.
func TestRowsWithSessions(t *testing.T) {
	s := Summary{Path: "x.jsonl", Snapshot: Snapshot{Ended: true, Header: Header{Dir: "/home/me/shop"},
		End: End{Outcome: "not_completed", SessionID: "966ad1c2-e6a9", Earlier: []string{"5e551011-0000"}}}}
	rows := RecordingRows([]Summary{s}, 40, lang.English)
	if row := strings.Split(rows[1], "\t"); strings.Join(row[1:], " ") != "shop 966ad1c2 not completed" {
		t.Errorf("%q", row)
	}
}

// TestStartOfLaunch: a launch in Claude Code's own screen has one start in all lists, before the first message.
func TestStartOfLaunch(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 0, 7, 0, time.Local)
	for want, launched := range map[string]time.Time{
		"2026-11-21 09:00:00": at.Add(-7 * time.Second), "2026-11-21 09:00:07": at.Add(time.Hour),
	} {
		s := Summary{Snapshot: Snapshot{Header: Header{At: at, Launched: launched}}}
		if row := recordingRow(s, lang.English); !strings.HasPrefix(row, want+"\t") {
			t.Errorf("%q, want %s", row, want)
		}
	}
	if h := (Header{At: at}); !h.Start().Equal(at) {
		t.Errorf("a recording of an older version begins at %s", h.Start())
	}
}

// TestRowsOfOneProject: where there is no room for all, the launches of one project have what was asked for instead of
// its name, and a name of which nothing would be left is left out.
func TestRowsOfOneProject(t *testing.T) {
	one := func(dir, task, outcome string, unreviewed bool) Summary {
		door := ""
		if unreviewed {
			door = DoorHook
		}
		return Summary{Path: "x.jsonl", Task: task, Snapshot: Snapshot{
			Ended: true, Header: Header{Dir: dir, Door: door},
			End: End{Outcome: outcome, SessionID: "966ad1c2-e6a9", Rounds: 1, Unreviewed: unreviewed},
		}}
	}
	for _, test := range []struct {
		name, want string
		list       []Summary
	}{
		{"one project", "TASK fix the… add a…", []Summary{
			one("/home/me/shop", "fix the\nfailing test", "not_completed", false), one("/home/me/shop", "add a page", "completed", false),
		}},
		{"two", "PROJECT shop bakery", []Summary{
			one("/home/me/shop", "fix it", "not_completed", false), one("/home/me/bakery", "add a page", "completed", false),
		}},
		{"no room", "SESSION 966ad1c2 966ad1c2", []Summary{
			one("/home/me/shop", "fix it", "needs_user", true), one("/home/me/bakery", "add a page", "completed", false),
		}},
	} {
		var got []string
		for _, row := range RecordingRows(test.list, 40, lang.English) {
			got = append(got, strings.Split(row, "\t")[columnProject])
		}
		if line := strings.Join(got, " "); line != test.want {
			t.Errorf("%s: %q, want %q", test.name, line, test.want)
		}
	}
}

// On Claude Code's own screen the cost is that of the reviews, and the row says so.
func TestCostOfTheReviews(t *testing.T) {
	s := Summary{Path: "x.jsonl", Snapshot: Snapshot{Ended: true, End: End{Outcome: "completed", CostUSD: 1.23}}}
	for door, want := range map[string]string{"": "$1.23", DoorHook: "$1.23 (reviews)"} {
		s.Header.Door = door
		if row := strings.Split(recordingRow(s, lang.English), "\t"); row[columnCost] != want {
			t.Errorf("door %q: %q, want %q", door, row[columnCost], want)
		}
	}
}

// TestNotReviewed: a session in Claude Code's own screen in which no review had a verdict needs nothing of the user.
func TestNotReviewed(t *testing.T) {
	for _, test := range []struct {
		door   string
		rounds int
		want   string
	}{{DoorHook, 0, "not reviewed"}, {DoorHook, 1, "needs you"}, {"", 0, "needs you"}} {
		s := Summary{Path: "x.jsonl", Snapshot: Snapshot{
			Ended: true, Header: Header{Door: test.door}, End: End{Outcome: "needs_user", Rounds: test.rounds},
		}}
		if row := strings.Split(recordingRow(s, lang.English), "\t"); row[4] != test.want {
			t.Errorf("door %q, %d rounds: %q, want %q", test.door, test.rounds, row[4], test.want)
		}
	}
}

// Where there is no room for date and time of day, today's rows have the time of day, which tells them apart.
func TestRowsOfToday(t *testing.T) {
	now := time.Now()
	list := []Summary{{Path: "x.jsonl"}, {Path: "y.jsonl"}}
	for i := range list {
		list[i].Ended, list[i].Header.Dir, list[i].Header.At = true, "/home/me/shop", now.AddDate(0, 0, -40*i)
		list[i].End = End{Outcome: "not_completed", SessionID: "966ad1c2-e6a9"}
	}
	rows := RecordingRows(list, 40, lang.English)
	for i, want := range []string{now.Format("15:04"), now.AddDate(0, 0, -40).Format("01-02")} {
		if at, _, _ := strings.Cut(rows[i+1], "\t"); at != want {
			t.Errorf("row %d: %q, want %q", i, at, want)
		}
	}
}
