package change

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// SARIF is a report in the Static Analysis Results Interchange Format 2.1.0, which GitHub's code scanning and editors
// read.
type SARIF struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID          string       `json:"id"`
	Description sarifMessage `json:"shortDescription"`
	Default     struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	ExitCode      int                 `json:"exitCode"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	Level        string             `json:"level"`
	Message      sarifMessage       `json:"message"`
	Locations    []sarifLocation    `json:"locations,omitempty"`
	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line int `json:"startLine"`
		} `json:"region"`
	} `json:"physicalLocation"`
}

type sarifSuppression struct {
	Kind   string `json:"kind"`
	Status string `json:"status"`
	Reason string `json:"justification,omitempty"`
}

// SARIF returns the report in that format. A severity is a rule, and a dismissed finding is a suppressed result.
// version is ccc's.
func (r Report) SARIF(version string, language lang.Language) SARIF {
	var run sarifRun
	run.Tool.Driver = sarifDriver{Name: "ccc", Version: version}
	for _, severity := range []task.Severity{task.Blocker, task.Advice} {
		rule := sarifRule{
			ID:          string(severity),
			Description: sarifMessage{language.Text(wording.Severity(severity))},
		}
		rule.Default.Level = sarifLevel(severity)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
	}
	run.Results = []sarifResult{}
	for _, f := range append(r.openFindings(), r.dismissedFindings()...) {
		one := sarifResult{
			RuleID: string(f.Severity), Level: sarifLevel(f.Severity), Message: sarifMessage{r.fullText(f, language)},
		}
		if file, line := r.place(f); file != "" {
			var l sarifLocation
			l.Physical.Artifact.URI = (&url.URL{Path: file}).String()
			l.Physical.Region.Line = line
			one.Locations = []sarifLocation{l}
		}
		if f.Status == task.Dismissed {
			one.Suppressions = []sarifSuppression{{Kind: "external", Status: "accepted", Reason: text.Safe(f.Reason)}}
		}
		run.Results = append(run.Results, one)
	}
	invocation := sarifInvocation{Successful: r.Failure == streamjson.NoFailure, ExitCode: r.ExitCode}
	if !invocation.Successful {
		invocation.Notifications = []sarifNotification{{"error", sarifMessage{language.Text(r.outcome())}}}
	} else if n := len(r.NotLookedAt); n > 0 {
		said := language.Sprintf("files not looked at: %d", n)
		invocation.Notifications = []sarifNotification{{"warning", sarifMessage{said}}}
	}
	run.Invocations = []sarifInvocation{invocation}
	return SARIF{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	}
}

func sarifLevel(s task.Severity) string {
	if s == task.Advice {
		return "note"
	}
	return "error"
}

// fullText returns all that the report says about a finding, without control characters.
func (r Report) fullText(f task.Finding, language lang.Language) string {
	lines := []string{strings.TrimSpace(f.ID + " " + text.FirstLine(f.Text))}
	r.details(f, func(m lang.Message) { lines = append(lines, language.Text(m)) })
	if name, _ := r.namedPlace(f); name == "" && f.Evidence != "" {
		lines = append(lines, f.Evidence)
	}
	return text.Safe(strings.Join(lines, "\n"))
}

// namedPlace returns the file and line that a finding names, relative to the top of the repository; "" if it names no
// file there.
func (r Report) namedPlace(f task.Finding) (name string, line int) {
	name, line = f.Place()
	if line == 0 || r.missingPlaces[f.Evidence] || path.IsAbs(name) {
		return "", 0
	}
	if name = path.Join(r.Change.prefix, name); !filepath.IsLocal(name) {
		return "", 0
	}
	return name, line
}

// place returns where a finding is shown: the place that it names, otherwise the beginning of the first changed file,
// because GitHub shows nothing without a place.
func (r Report) place(f task.Finding) (name string, line int) {
	if name, line = r.namedPlace(f); name == "" && len(r.Change.Files) > 0 {
		return r.Change.Files[0].Path, 1
	}
	return name, line
}
