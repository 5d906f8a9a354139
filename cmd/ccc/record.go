package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"text/tabwriter"
	"time"

	"ccc/internal/recording"
	"ccc/internal/screen"
	"ccc/loop"
)

// recorded reports whether the launch is to be written down.
func (v *supervision) recorded() bool { return !v.file.Recordings.Off && v.getenv(demoEnv) == "" }

// pruneRecordings makes room for one more recording, and says so.
func (v *supervision) pruneRecordings() {
	if !v.recorded() {
		return
	}
	oldest := time.Time{}
	if age := v.file.Recordings.Age; age > 0 {
		oldest = time.Now().Add(-age)
	}
	removed, err := recording.Prune(v.state.Recordings(), v.file.Recordings.Keep, oldest)
	if removed > 0 {
		v.errorf("%d old recordings removed: recordings.keep and recordings.max_days in ccc.json bound them", removed)
	}
	if err != nil {
		v.errorf("%v", err)
	}
}

// record begins to write down the launch. What goes wrong is told, and the launch goes on.
func (v *supervision) record(began time.Time, attended bool) {
	if !v.recorded() {
		return
	}
	header := recording.Header{
		At: began, CCC: version(), Launch: v.id, Dir: v.work, Args: v.args.Shown(),
		Attended: attended,
	}
	b := v.bounds()
	header.MaxRounds, header.MaxStalled, header.MaxCostUSD = b.MaxRounds, b.MaxStalled, b.MaxCostUSD
	header.MaxDuration, header.MaxWait = b.MaxDuration.Seconds(), b.MaxWait.Seconds()
	if v.provider != nil {
		header.Provider = v.provider.Name
	}
	failed := func(err error) {
		v.log.Error("not recorded", "err", err)
		v.screen.Note(fmt.Sprintf("this launch is not recorded any further: %v", err))
	}
	var err error
	if v.recorder, err = recording.Create(v.state.Recordings(), header, failed); err != nil {
		failed(err)
	}
}

// endRecord writes down what the launch came to.
func (v *supervision) endRecord(r loop.Result, err error, took time.Duration) {
	end := recording.End{
		Outcome: string(r.Outcome), Rounds: r.Rounds, SessionID: r.Session.ID, CostUSD: r.CostUSD, DurationMS: took.Milliseconds(),
	}
	if err != nil {
		end.Error = err.Error()
	}
	v.recorder.Close(end)
}

// note writes down what moved the loop.
func (v *supervision) note(r loop.Record) { v.recorder.Item(itemOf(r)) }

// did is what a recording calls what the person did; a message is called nothing.
var did = [...]string{
	loop.Interrupt: "interrupt", loop.GoOn: "go_on", loop.Quit: "quit", loop.Closed: "closed",
	loop.ReviewNow: "review", loop.Accept: "accept", loop.Skip: "skip", loop.Rounds: "rounds",
}

// itemOf is a loop's record as it stands in a recording.
func itemOf(r loop.Record) recording.Item {
	switch r.Kind {
	case loop.RecordInput:
		return recording.Item{Type: recording.TypePerson, Text: r.Input.Text, Did: did[r.Input.Kind], Round: r.Input.N}
	case loop.RecordStarted:
		return recording.Item{Type: recording.TypeTurn, What: "started"}
	case loop.RecordEnded:
		return recording.Item{Type: recording.TypeTurn, What: "ended"}
	case loop.RecordExited:
		return recording.Item{Type: recording.TypeTurn, What: "exited", How: r.Text}
	case loop.RecordReviewed:
		v := r.Verdict
		return recording.Item{
			Type: recording.TypeVerdict, Round: r.Round, Completed: v.Completed, Blocked: v.Blocked, Feedback: v.Feedback, Evidence: v.Evidence, Stalled: v.Stalled,
			Failure: recording.FailureName(v.Failure), Reason: v.Reason, Until: v.Until,
		}
	case loop.RecordTimer:
		return recording.Item{Type: recording.TypeTimer}
	case loop.RecordPhase:
		return recording.Item{Type: recording.TypePhase, From: r.From, To: r.Phase.String(), Round: r.Round}
	case loop.RecordSent:
		item := recording.Item{Type: recording.TypeSent, From: r.From, UUID: r.ID, Text: r.Text}
		if r.From == "person" { // it stands there already
			item.Text = ""
		}
		return item
	}
	return recording.Item{Type: recording.TypeLine, Phase: "agent", Text: r.Text}
}

const recordingsHelp = `
Each launch of ccc --supervisor is recorded in the state directory; ccc replay FILE shows one again. "recordings" in ccc.json bounds them:
{"keep": 100, "max_days": 90}, where 0 is no bound, or {"off": true}. The format is in docs/recording.md.
`

// recordings lists what launches wrote down.
func (p *program) recordings(args []string) error {
	if err := noArguments("recordings", args); err != nil {
		return err
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	list, bad := recording.List(dirs.state.Recordings())
	if len(list) == 0 && bad == nil {
		return hinted{fmt.Errorf("there is no recording in %s", dirs.state.Recordings()), "ccc --supervisor makes one at each launch"}
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "WHEN\tSESSION\tROUNDS\tOUTCOME\tCOST\tCLAUDE\tFILE")
	for _, s := range list {
		fmt.Fprintln(table, screen.Safe(row(s)))
	}
	return errors.Join(table.Flush(), bad)
}

// row is a recording's line in the list.
func row(s recording.Summary) string {
	outcome, rounds, cost := s.End.Outcome, fmt.Sprint(s.End.Rounds), fmt.Sprintf("$%.2f", s.End.CostUSD)
	switch {
	case s.Ended && outcome == "":
		outcome = "nothing done"
		if s.End.Error != "" {
			outcome = "error"
		}
	case s.Running:
		outcome, rounds, cost = "running", "-", "-"
	case !s.Ended:
		outcome, rounds, cost = "cut off", "-", "-"
	}
	when := s.Header.At.Local().Format(time.DateTime)
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s", when, orDash(s.End.SessionID), rounds, outcome, cost, orDash(s.Claude), filepath.Clean(s.Path))
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
