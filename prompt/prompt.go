// Package prompt knows the reviewer's side of the conversation in words: where SUPERVISOR.md is and what it says,
// what the reviewer is told about the task, and how its verdict is read.
//
// The rules: a person's SUPERVISOR.md is used as it stands and never changed; the reviewer is told the person's own
// messages and never its own earlier feedback; the marker counts where the reviewer says it, not where it is quoted.
package prompt

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is the name of the rubric, in the project's directory and in claude's configuration directory.
const File = "SUPERVISOR.md"

//go:embed SUPERVISOR.md
var rubric string

// Source is a rubric and the file that it came from.
type Source struct {
	Path string
	Text string
}

// NotFoundError says that no directory held a SUPERVISOR.md.
type NotFoundError struct {
	Tried []string // the paths, in the order in which they were tried
}

func (e *NotFoundError) Error() string {
	return "no " + File + " found, tried " + strings.Join(e.Tried, " and ")
}

// Load reads SUPERVISOR.md from the first of dirs that has one. A file that cannot be read, or holds nothing but white
// space, is an error and not passed over: the person meant it to be used.
func Load(dirs ...string) (Source, error) {
	var tried []string
	for _, dir := range dirs {
		path := filepath.Join(dir, File)
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			tried = append(tried, path)
			continue
		}
		if err != nil {
			return Source{}, fmt.Errorf("read the rubric: %w", err)
		}
		if strings.TrimSpace(string(text)) == "" {
			return Source{}, fmt.Errorf("read the rubric: %s is empty", path)
		}
		return Source{Path: path, Text: string(text)}, nil
	}
	return Source{}, &NotFoundError{Tried: tried}
}

// Create writes the built-in rubric to SUPERVISOR.md in dir. A file that is there stays, and the error is fs.ErrExist.
func Create(dir string) (path string, err error) {
	path = filepath.Join(dir, File)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return path, fmt.Errorf("create the rubric: %w", err)
	}
	_, err = f.WriteString(rubric)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
		return path, fmt.Errorf("create the rubric: %w", err)
	}
	return path, nil
}

// BuiltIn is the rubric that ccc brings along.
func BuiltIn() Source { return Source{Text: rubric} }

// Schema is that of a structured verdict (D11).
const Schema = `{"type":"object","properties":{"completed":{"type":"boolean"},"feedback":{"type":"string"}},"required":["completed","feedback"]}`

// Question is what a reviewer is asked.
type Question struct {
	Messages   []string // the person's, of this task, oldest first
	Structured bool     // answer by the Schema, else with the markers
	Rubric     string   // where it is not the system prompt
	Transcript string   // the conversation, for a reviewer that does not have it before it
}

// Text is the reviewer's user message. It holds the protocol, so that a person's own rubric need not.
func (q Question) Text() string {
	var b strings.Builder
	if q.Transcript != "" {
		b.WriteString("<transcript>\n" + q.Transcript + "\n</transcript>\n\nThis is the conversation of a person with an agent, the oldest parts may be left out. ")
	}
	b.WriteString("The agent has stopped. You are now the supervisor: review the work of the conversation above; " +
		"do not continue it and change nothing.\n")
	if q.Rubric != "" {
		b.WriteString("\nReview by these rules:\n\n<rubric>\n" + q.Rubric + "\n</rubric>\n")
	}
	b.WriteString("\nWhat the person asked for, in their own words, oldest first:\n")
	for i, m := range q.Messages {
		fmt.Fprintf(&b, "\n<person_message number=\"%d\">\n%s\n</person_message>\n", i+1, m)
	}
	if len(q.Messages) == 0 {
		b.WriteString("\n(Nothing in this launch: the request is in the conversation above.)\n")
	}
	b.WriteString("\nCheck the claims against the files and by running what can be run. Then answer in one of three ways:\n")
	if q.Structured {
		b.WriteString("- Everything asked for is done and you have seen that it works: \"completed\" is true, and \"feedback\" says what you checked.\n" +
			"- Anything is missing, wrong or unverified: \"completed\" is false, and \"feedback\" says what to do next, concretely and addressed to the agent. " +
			"It becomes the agent's next message as it stands.\n" +
			"- Nobody but the person can get it on (a key is missing, the request contradicts itself, it cannot be done): \"completed\" is false, and \"feedback\" is the " +
			"question for the person, with " + NeedsUser + " on a line of its own at the end.\n" +
			"Where the answer cannot be structured, write the JSON object with these two and nothing else.\n")
		return b.String()
	}
	b.WriteString("- Everything asked for is done and you have seen that it works: end your answer with " + Marker + " on a line of its own.\n" +
		"- Anything is missing, wrong or unverified: write what to do next, concretely and addressed to the agent, and do not write a marker. " +
		"Your whole answer becomes the agent's next message.\n" +
		"- Nobody but the person can get it on (a key is missing, the request contradicts itself, it cannot be done): write the question for the person, " +
		"and end with " + NeedsUser + " on a line of its own.\n")
	return b.String()
}

// Unchecked is what a reviewer is told that found the work done without having run anything.
const Unchecked = "You call it done, but in this review you have read no file and run no command that succeeded. Check it now: look at the files that were changed and run " +
	"what can be run. Then give your verdict again, in the same way."
