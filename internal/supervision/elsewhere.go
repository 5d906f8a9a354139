package supervision

import (
	"slices"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/state"
)

// OpenElsewhere warns that a session is open in another running loop, or in a claude whose hooks call ccc. It is empty
// if none is known. launch is the ID of this launch.
func OpenElsewhere(dir state.Dir, id, launch string) lang.Message {
	for _, other := range dir.Launches() {
		if other.Newest == id && other.SessionID != launch && other.Owner.Alive() {
			return elsewhere(lang.M("Claude Code's own screen (process %d)", other.Owner.Pid))
		}
	}
	list, _ := session.ListRecordings(dir.Recordings()) // what cannot be read is not known
	for _, r := range list {
		if !r.Running || r.Header.Door == session.DoorHook || r.Header.Launch == launch {
			continue
		}
		now := session.Current(r.Path)
		if now == id || now == "" && slices.Contains(r.Header.Args, id) { // nothing was said there yet
			at := r.Header.At.Local().Format(MinuteTime)
			return elsewhere(lang.M("the ccc that was started at %s", at))
		}
	}
	return lang.Message{}
}

func elsewhere(where lang.Message) lang.Message {
	return lang.M("this session is also open in %s. Neither sees what is done in the other: end one of them", where)
}
