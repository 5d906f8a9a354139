package change

import (
	"slices"

	"ccc/internal/lang"
)

// Options are the flags of ccc review.
type Options struct {
	Selection
	Review
	TaskFile, ProviderName, Format      string
	SessionName                         string // id, or "last"
	Trusted, PrePush, ChecksOnly, After bool
	Watch                               bool
	Rounds                              int      // of --after
	Write                               []string // FORMAT=FILE
}

// Formats are the formats of a review, the default first.
var Formats = []string{"text", "json", "markdown", "sarif", "github"}

// read reads the arguments, and refuses flags that contradict each other.
func (o *Options) read(args, command []string) error {
	if err := o.Read(args); err != nil {
		return err
	}
	switch {
	case o.After != (len(command) > 0):
		return lang.Errorf("--after takes the command after --: ccc review --after -- COMMAND")
	case o.After && (o.Selection != Selection{} || o.PrePush || o.Resume):
		return lang.Errorf("--after reviews what its command changes: it does not go with %s",
			"--base, --staged, --commit, A..B, --pre-push, --resume")
	case o.Watch && (o.Selection != Selection{Base: o.Base} || o.PrePush || o.After || o.Resume || len(o.Write) > 0):
		return lang.Errorf("--watch reviews the work tree: it does not go with %s",
			"--staged, --commit, A..B, --pre-push, --after, --resume, --write")
	case (o.PrePush || o.Watch) && !slices.Contains(pushFormats, o.Format):
		return lang.Errorf("--format %s: use %s", o.Format, lang.List(pushFormats...))
	case o.Rounds < 1 || o.Rounds > 1 && !o.After:
		return lang.Errorf("--rounds is a number from 1, and goes with --after")
	case !slices.Contains(Formats, o.Format):
		return lang.Errorf("--format %s: use %s", o.Format, lang.List(Formats...))
	case o.PrePush && (o.Selection != Selection{} || o.Resume || len(o.Write) > 0):
		return lang.Errorf("--pre-push reviews what is pushed: it does not go with %s",
			"--base, --staged, --commit, A..B, --resume, --write")
	case o.ChecksOnly && (o.Resume || o.SessionName != "" || o.ProviderName != "" || o.MaxUSD > 0 || o.MaxTokens > 0):
		return lang.Errorf("--checks-only asks no model: it does not go with %s",
			"--resume, --session, --provider, --max-cost-usd, --max-tokens")
	}
	if o.TaskFile != "" {
		text, err := ReadTask(o.Task, o.TaskFile)
		o.Task = text
		return err
	}
	return nil
}

// pushFormats are the formats in which several reviews can follow one another.
var pushFormats = Formats[:2]
