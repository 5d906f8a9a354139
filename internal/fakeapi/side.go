package fakeapi

import "strings"

// sidePrompts are parts of the system prompts of requests without tools that claude makes for its own purposes. The
// summary for /compact and the judge of /goal are not among them, because they decide what happens next: a test that
// causes them has to answer them.
var sidePrompts = []string{
	"Analyze if this message indicates a new conversation topic",   // 2.1.5, TUI
	"Extract any file paths that this command reads or modifies",   // 2.1.5, after each Bash call in the TUI
	"Your task is to process Bash commands that an AI coding",      // 2.1.5, 2.1.197, before some Bash calls
	"You are an expert at analyzing git history",                   // 2.1.5, at the start in a git repository
	"Generate a concise, sentence-case title",                      // 2.1.197, TUI
	"You are naming a coding session",                              // 2.1.329, TUI with nonessential traffic allowed
	"Write a short summary label describing what these tool calls", // 2.1.197, 2.1.329
}

// isSide reports whether claude made the request for its own purposes.
func isSide(r Request) bool {
	if len(r.Messages) == 1 {
		switch r.LastUser {
		case "Warmup": // 2.1.5: one for each kind of subagent, at the start of every process
			return true
		case "quota", "test": // max_tokens 1: limits of a subscription, check of a model
			return len(r.Tools) == 0
		}
	}
	if strings.HasPrefix(r.LastUser, "[SUGGESTION MODE") { // the TUI guesses what the user types next
		return true
	}
	if len(r.Tools) > 0 {
		return false
	}
	for _, p := range sidePrompts {
		if strings.Contains(r.System, p) {
			return true
		}
	}
	return false
}
