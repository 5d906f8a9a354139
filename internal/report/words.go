package report

import (
	"maps"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// words returns the words of the page by the keys that the templates use.
func words(l lang.Language) map[string]string {
	all := headWords(l)
	for _, more := range []map[string]string{verdictWords(l), workWords(l), talkWords(l)} {
		maps.Copy(all, more)
	}
	return all
}

// headWords are the words at the top of the page, and for the outcome of a run.
func headWords(l lang.Language) map[string]string {
	return map[string]string{
		"colours":       l.Sprintf("Colours"),
		"auto":          l.Sprintf("Auto"),
		"light":         l.Sprintf("Light"),
		"dark":          l.Sprintf("Dark"),
		"took":          l.Sprintf("Time"),
		"worked":        l.Sprintf("Time of work"),
		"colon":         l.Sprintf(": "),
		"comma":         l.Sprintf(", "),
		"cost":          l.Sprintf("Cost"),
		"cost_hook":     l.Sprintf("Cost of the reviews"),
		"reviews":       l.Sprintf("Reviews"),
		"beside":        l.Sprintf(", and "),
		"without":       l.Sprintf("without a verdict"),
		"model":         l.Sprintf("Model"),
		"claude":        l.Sprintf("Claude Code"),
		"session":       l.Sprintf("Session"),
		"provider":      l.Sprintf("Provider"),
		"began":         l.Sprintf("Began"),
		"task":          l.Sprintf("Task"),
		"tasks":         l.Sprintf("Tasks"),
		"review":        l.Sprintf("Review"),
		"unjudged":      l.Sprintf("not reviewed"),
		"last_unjudged": l.Sprintf("last stop not reviewed"),
		"accepted":      l.Sprintf("accepted by the user"),
		"open":          l.Sprintf("not ended"),
		"new_session":   l.Sprintf("Another session"),
		"tasks_left":    l.Sprintf("tasks left out here"),
	}
}

// verdictWords are those for what reviews came to, and their findings.
func verdictWords(l lang.Language) map[string]string {
	return map[string]string{
		"message":       l.Sprintf("Message"),
		"completed":     l.Sprintf("completed"),
		"not_completed": l.Sprintf("not completed"),
		"question":      l.Sprintf("a question"),
		"none":          l.Sprintf("no verdict"),
		"stopped":       l.Sprintf("stopped"),
		"by_dismissal":  l.Text(wording.ByDismissal()),
		"by_checks":     l.Sprintf("by the project's checks"),
		"by_protect":    l.Sprintf("by the protected files"),
		"by_claims":     l.Sprintf("by its claims"),
		"by_reviewers":  l.Sprintf("by the reviewers"),
		"mods_allowed":  l.Text(wording.Mods(task.ModsAllowed)),
		"mods_loose":    l.Text(wording.Mods(task.ModsLoose)),
		"meanwhile":     l.Sprintf("changed during the review"),
		"checks":        l.Sprintf("Checks"),
		"severity":      l.Sprintf("Severity"),
		"status":        l.Sprintf("Status"),
		"found":         l.Sprintf("Found in review"),
		"ended":         l.Sprintf("Ended in review"),
		"finding":       l.Sprintf("Finding"),
		"again":         l.Sprintf("the reviewer now says"),
		"blocker":       l.Sprintf("blocker"),
		"advice":        l.Sprintf("advice"),
		"new":           l.Sprintf("new"),
		"reason":        l.Sprintf("reason"),
		"by_you":        l.Sprintf("by the user"),
		"from_outside":  l.Sprintf("from outside, as by ccc dismiss"),
		"outside":       l.Sprintf("dismissed from outside"),
		"dismiss":       l.Sprintf("dismissed"),
		"still_open":    l.Sprintf("still open"),
		"fixed":         l.Sprintf("fixed"),
		"closed":        l.Sprintf("closed"),
		"withdrawn":     l.Sprintf("withdrawn"),
		"dismissed":     l.Sprintf("dismissed"),
	}
}

// workWords are the words for what was done, when, and to which files.
func workWords(l lang.Language) map[string]string {
	return map[string]string{
		"evidence":   l.Sprintf("What the reviewer ran"),
		"nothing":    l.Sprintf("nothing checked"),
		"ok":         l.Sprintf("ok"),
		"error":      l.Sprintf("error"),
		"refused":    l.Sprintf("not allowed"),
		"not_run":    l.Sprintf("not allowed, or interrupted"),
		"cached":     l.Sprintf("from the cache"),
		"cage":       l.Sprintf("sandbox"),
		"timeline":   l.Sprintf("Timeline"),
		"phase":      l.Sprintf("Phase"),
		"at":         l.Sprintf("At"),
		"agent":      l.Sprintf("Agent"),
		"user":       l.Sprintf("Person"),
		"wait":       l.Sprintf("Waiting"),
		"background": l.Sprintf("Work in the background"),
		"rest":       l.Sprintf("The rest"),
		"no_scale":   l.Sprintf("Not to scale: idle times are shortened, and brief phases widened."),
		"each_phase": l.Sprintf("Each phase"),
		"files":      l.Sprintf("Files written by the agent's file tools"),
		"changes":    l.Sprintf("edits"),
		"shells":     l.Sprintf("Commands of a shell ran too; what they changed is not in a recording."),
		"more":       l.Sprintf("more edits of other files"),
		"waits":      l.Sprintf("Waits for you"),
		"outcome":    l.Sprintf("Outcome"),
		"diff":       l.Sprintf("Changed"),
		"commit":     l.Sprintf("Commit"),
		"tokens":     l.Sprintf("Tokens"),
		"each_task":  l.Sprintf("Each task"),
		"own_page":   l.Sprintf("Its own page"),
	}
}

// talkWords are the words for the conversation and its steps.
func talkWords(l lang.Language) map[string]string {
	return map[string]string{
		"talk":        l.Sprintf("Conversation"),
		"left":        l.Sprintf("entries left out here"),
		"steps_left":  l.Sprintf("reviews and messages left out here"),
		"person":      l.Sprintf("Person"),
		"supervisor":  l.Sprintf("Feedback"),
		"ccc":         "ccc",
		"thinking":    l.Sprintf("Thinking"),
		"text":        l.Sprintf("Claude"),
		"reviewer":    l.Sprintf("Reviewer"),
		"subagent":    l.Sprintf("subagent"),
		"bad":         l.Sprintf("Lines of the recording that could not be read"),
		"written":     l.Sprintf("Written by ccc. The page has no script, and loads nothing."),
		"no_answer":   l.Sprintf("no result"),
		"":            l.Sprintf("Launch"),
		"done":        l.Sprintf("Afterwards"),
		"interrupt":   l.Sprintf("interrupted the work"),
		didEndWait:    l.Sprintf("ended the wait"),
		didReviewNow:  l.Sprintf("typed %s", "/review"),
		"accept":      l.Sprintf("typed %s", "/accept"),
		"skip":        l.Sprintf("typed %s", "/skip"),
		"rounds":      l.Sprintf("changed how many reviews there may be"),
		"reviews_on":  l.Sprintf("switched reviews on"),
		"reviews_off": l.Sprintf("switched reviews off"),
		didWoken: l.Sprintf("After this verdict Claude Code went on by itself, as when work in the background ends: " +
			"reviews count from 1 again."),
		"stop": l.Sprintf("stopped the turn"),
		"quit": l.Sprintf("ended ccc"),
	}
}
