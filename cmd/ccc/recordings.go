package main

import (
	"errors"

	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/terminal/layout"
)

var recordingsHelp = lang.Both(`
Each launch of ccc --supervisor is recorded in the state directory, and so is each Claude Code whose stops are reviewed,
from the first of them on; ccc replay FILE shows one again. "recordings" in ccc.json limits them: {"keep": 100,
"max_days": 90}, where 0 is no limit, or {"off": true}. The format is in docs/reference/recording.md.
`, `
每次 ccc --supervisor 都录制在状态目录里，开启了审查的 Claude Code 也一样，从第一次停下开始；
ccc replay 文件 可以重放。ccc.json 的 "recordings" 设定上限：{"keep": 100, "max_days": 90}，0 表示没有上限；
或 {"off": true}。格式见 docs/reference/recording.md。
`)

func recordingsCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "recordings", Short: language.Sprintf("list the recorded launches, newest first"),
		Long: language.Text(recordingsHelp), Args: noArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.recordings() },
	}
}

// recordings lists the recordings.
func (p *program) recordings() error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	list, bad := session.ListRecordings(dirs.State.Recordings())
	if len(list) == 0 && bad == nil {
		return session.NoRecordingsIn(dirs.State.Recordings())
	}
	for i := range list {
		list[i] = list[i].UpToNow()
	}
	width := console.Columns(p.Out)
	columns := 0
	if width != nil {
		columns = width()
	}
	return errors.Join(layout.Table(p.Text, session.RecordingRows(list, columns, p.Language()), width), bad)
}

// findRecording returns the path of the recording that a word names, see [session.FindRecording]. It searches the
// given state directories, or the user's own, and returns the newest recording.
func (p *program) findRecording(word string, in ...state.Dir) (string, error) {
	if len(in) == 0 {
		dirs, err := p.Directories()
		if err != nil && !session.IsRecordingPath(word) {
			return "", err
		}
		in = []state.Dir{dirs.State}
	}
	path, others, err := session.FindRecording(in[0].Recordings(), word)
	for _, dir := range in[1:] {
		next, beside, bad := session.FindRecording(dir.Recordings(), word)
		if bad == nil && (err != nil || session.IsNewerRecording(next, path)) {
			path, others, err = next, beside, nil
		}
	}
	switch len(others) {
	case 0:
	case 1:
		p.Notef("%s is the newest of 2 recordings of that name; the other one is %s", path, others[0])
	default:
		p.Notef("%s is the newest of %d recordings of that name; the others are in ccc recordings", path, len(others)+1)
	}
	return path, err
}

// offerRecordings completes the name of a recording: "last", an ID, or a file.
func (p *program) offerRecordings(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	k := p.candidates()
	if k.dirs.Work == "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	names := session.RecordingNames(k.dirs.State.Recordings())
	var o offers
	if len(names) > 0 {
		o.add("last", k.language.Sprintf("the newest recording"))
	}
	for _, name := range names {
		o.add(name.Word, name.About)
	}
	return o, cobra.ShellCompDirectiveDefault
}
