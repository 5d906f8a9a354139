package report

import "ccc/internal/lang"

// words are those of the page, by the names that the template has for them.
func words(l lang.Language) map[string]string {
	return map[string]string{
		"colours": l.Sprintf("Colours"),
		"auto":    l.Sprintf("Auto"), "light": l.Sprintf("Light"), "dark": l.Sprintf("Dark"),
		"took": l.Sprintf("Time"), "cost": l.Sprintf("Cost"), "cost_hook": l.Sprintf("Cost of the reviews"),
		"reviews": l.Sprintf("Reviews"), "model": l.Sprintf("Model"), "claude": l.Sprintf("Claude Code"),
		"session": l.Sprintf("Session"), "provider": l.Sprintf("Provider"),
		"began": l.Sprintf("Began"),
		"task":  l.Sprintf("Task"), "review": l.Sprintf("Review"), "message": l.Sprintf("Message"),
		"completed": l.Sprintf("completed"), "not_completed": l.Sprintf("not completed"),
		"question": l.Sprintf("a question"), "none": l.Sprintf("no verdict"),
		"by_checks": l.Sprintf("by the project's checks"), "by_protect": l.Sprintf("by the protected files"),
		"by_reviewers": l.Sprintf("by the reviewers"),
		"checks":       l.Sprintf("Checks"), "evidence": l.Sprintf("What the reviewer ran"), "ok": l.Sprintf("ok"),
		"error": l.Sprintf("error"), "exit": l.Sprintf("exit code"), "cached": l.Sprintf("from the cache"),
		"cage": l.Sprintf("cage"), "timeline": l.Sprintf("Timeline"), "phase": l.Sprintf("Phase"), "at": l.Sprintf("At"),
		"agent": l.Sprintf("Agent"), "user": l.Sprintf("Person"), "wait": l.Sprintf("Waiting"), "rest": l.Sprintf("The rest"),
		"each_phase": l.Sprintf("Each phase"), "files": l.Sprintf("Files changed"), "changes": l.Sprintf("changes"),
		"shells": l.Sprintf("Commands of a shell ran too; what they changed is not in a recording."),
		"more":   l.Sprintf("more changes of other files"),
		"talk":   l.Sprintf("Conversation"), "left": l.Sprintf("entries left out here"),
		"steps_left": l.Sprintf("reviews and messages left out here"),
		"person":     l.Sprintf("Person"), "supervisor": l.Sprintf("Supervisor"), "ccc": "ccc", "thinking": l.Sprintf("Thinking"),
		"text": l.Sprintf("Claude"), "subagent": l.Sprintf("subagent"),
		"bad":       l.Sprintf("Lines of the recording that could not be read"),
		"written":   l.Sprintf("Written by ccc from a recording. The page has no script, and loads nothing."),
		"no_answer": l.Sprintf("no answer"), "": l.Sprintf("Launch"), "done": l.Sprintf("Afterwards"),
		"interrupt": l.Sprintf("interrupted"), "go_on": l.Sprintf("ended the wait"), "review_now": l.Sprintf("asked for a review"),
		"accept": l.Sprintf("accepted the work"), "skip": l.Sprintf("skipped the review"),
		"rounds": l.Sprintf("changed how many reviews there may be"), "reviews_on": l.Sprintf("switched reviews on"),
		"reviews_off": l.Sprintf("switched reviews off"), "stop": l.Sprintf("stopped the turn"), "quit": l.Sprintf("ended ccc"),
	}
}
