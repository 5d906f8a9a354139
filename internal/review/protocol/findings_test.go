package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// TestL01Findings: an answer may have findings beside the verdict. The two other fields alone are a verdict, too.
func TestL01Findings(t *testing.T) {
	a := Read(`{"completed":false,"findings":[{"severity":"blocker","criterion":"an empty list gives 0",` +
		`"evidence":"sum.go:12","text":"Sum(nil) panics"},{"severity":" Advice ","text":"rename x"},` +
		`{"id":"f2","status":"FIXED"},"in words",{"id":"../../x","text":"a path","status":"gone"},` +
		`{"severity":7},{"text":["a list"]},null,7,{}]}`)
	want := []Finding{
		{"", false, "an empty list gives 0", "sum.go:12", "Sum(nil) panics", StatusOpen},
		{"", true, "", "", "rename x", StatusOpen},
		{"F2", false, "", "", "", StatusFixed},
		{"", false, "", "", "in words", StatusOpen},
		{"", false, "", "", "a path", StatusOpen},
		{"", false, "", "", "a list", StatusOpen},
	}
	if fmt.Sprint(a.Findings) != fmt.Sprint(want) || a.Judgement != NotYet {
		t.Errorf("%v with %+v, want %+v", a.Judgement, a.Findings, want)
	}
	if a := Read(`{"completed":false,"feedback":"no test"}`); a.Judgement != NotYet ||
		a.Text != "no test" || a.Findings != nil {
		t.Errorf("the two fields alone: %+v", a)
	}
	for _, text := range []string{
		`{"completed":true,"findings":[{"text":"it panics"}]}`, `{"completed":true,"findings":["it panics"]}`,
	} {
		if a := Read(text); a.Judgement != Unclear {
			t.Errorf("%s is %v, and not asked back", text, a.Judgement)
		}
	}
}

// TestL01OtherTypes: a blocker is not lost if a field has another type. If it cannot be read at all, the answer is
// unclear.
func TestL01OtherTypes(t *testing.T) {
	for entry, want := range map[string]Finding{
		`{"id":1,"severity":"blocker","text":"paid twice"}`:             {"F1", false, "", "", "paid twice", StatusOpen},
		`{"id":["f2"],"status":["fixed"]}`:                              {"F2", false, "", "", "", StatusFixed},
		`{"id":0,"severity":1,"text":"x"}`:                              {"", false, "", "", "x", StatusOpen},
		`{"severity":["advice"],"text":["a",2]}`:                        {"", true, "", "", "a, 2", StatusOpen},
		`{"criterion":["y"],"evidence":{"line":2,"file":"b"},"text":1}`: {"", false, "y", "b:2", "1", StatusOpen},
		`{"severity":"blocker","criterion":"no loss"}`:                  {"", false, "no loss", "", "no loss", StatusOpen},
		`["paid","twice"]`:                                              {"", false, "", "", "paid, twice", StatusOpen},
	} {
		for _, list := range []string{"[" + entry + "]", strconv.Quote("[" + entry + "]")} {
			a := Read(`{"completed":false,"feedback":"","findings":` + list + `}`)
			if a.Judgement != NotYet || len(a.Findings) != 1 || a.Findings[0] != want {
				t.Errorf("%s: %v with %+v, want %+v", list, a.Judgement, a.Findings, want)
			}
		}
		a := Read(`{"completed":true,"feedback":"","findings":[` + entry + `]}`)
		if done := a.Judgement == Done; done != !want.blocks() {
			t.Errorf("%s beside completed: %v", entry, a.Judgement)
		}
	}
	for _, list := range []string{
		`[{"severity":"blocker"}]`, `[7]`, `[{"severity":"advice","text":"rename x"},{"description":"it panics"}]`, `7`,
		`[{"id":"BUG-1","status":"open"}]`,
	} {
		for _, completed := range []string{"true", "false"} {
			a := Read(`{"completed":` + completed + `,"feedback":"","findings":` + list + `}`)
			if a.Judgement != Unclear {
				t.Errorf("completed %s with %s is %v, and not asked back", completed, list, a.Judgement)
			}
		}
	}
	for _, list := range []string{
		`[]`, `null`, `""`, `"[]"`, `[null,{},""]`,
		`[{"severity":"advice"}]`, `[{"id":"x","status":"fixed"}]`,
	} {
		if a := Read(`{"completed":true,"feedback":"","findings":` + list + `}`); a.Judgement != Done {
			t.Errorf("completed with %s is %v", list, a.Judgement)
		}
	}
}

// TestL01L09ObjectAndMarker: an object without "completed" still gives its findings. An object with the marker after it
// is Done, unless the two contradict each other.
func TestL01L09ObjectAndMarker(t *testing.T) {
	const open, fixed = `{"severity":"blocker","text":"it panics"}`, `{"id":"F1","status":"fixed"}`
	for text, want := range map[string]Judgement{
		`{"findings":[` + open + `]}`: NotYet, "I ran it.\n\n```json\n{\"findings\":[" + open + "]}\n```": NotYet,
		`{"findings":[` + fixed + `]}`: Unclear, `{"findings":[]}`: Unclear, `{"findings":7}`: Unclear,
		`{"findings":[` + fixed + `]}` + "\n\n" + Marker:                             Done,
		`{"completed":true,"findings":[` + fixed + `]}` + "\n" + Marker:              Done,
		"F1 is fixed.\n```json\n{\"findings\":[" + fixed + "]}\n```\n" + Marker:      Done,
		`{"findings":[` + open + `]}` + "\n\n" + Marker:                              Unclear,
		`{"findings":[{"severity":"blocker"}]}` + "\n\n" + Marker:                    Unclear,
		`{"completed":false,"findings":[` + fixed + `]}` + "\n" + Marker:             Unclear,
		`{"completed":true,"findings":[` + open + `]}` + "\n" + Marker:               Unclear,
		"Not " + Marker + ".\n" + `{"completed":true,"findings":[]}` + "\n" + Marker: Unclear,
	} {
		a := Read(text)
		if a.Judgement != want || want != Unclear && (!a.Object || len(a.Findings) != 1) {
			t.Errorf("%s is %v, want %v; %+v", text, a.Judgement, want, a.Findings)
		}
	}
}

// TestL01OtherSeverities: a finding that a model calls a nit is advice.
func TestL01OtherSeverities(t *testing.T) {
	for severity, isAdvice := range map[string]bool{"Nit": true, " minor": true, "suggestion": true, "major": false,
		"critical": false, "": false} {
		a := Read(`{"completed":false,"findings":[{"severity":"` + severity + `","text":"x"}]}`)
		if len(a.Findings) != 1 || a.Findings[0].Advice != isAdvice {
			t.Errorf("%q: %+v", severity, a.Findings)
		}
	}
}

// TestL03OtherStatuses: a finding that a model calls resolved does not stay open for ever. An unknown word leaves it
// open.
func TestL03OtherStatuses(t *testing.T) {
	for status, want := range map[string]string{
		"Resolved": StatusFixed, "closed": StatusFixed, "addressed ": StatusFixed, "invalid": StatusWithdrawn,
		"not fixed": StatusOpen, "unresolved": StatusOpen, "gone": StatusOpen,
	} {
		a := Read(`{"completed":false,"findings":[{"id":"F1","status":"` + status + `"}]}`)
		if len(a.Findings) != 1 || a.Findings[0].Status != want {
			t.Errorf("%q: %+v", status, a.Findings)
		}
	}
}

// TestL01Unseen: invisible characters alone are no text, and do not make two texts different.
func TestL01Unseen(t *testing.T) {
	const unseen = `\u200b\u202e\u2066\ufeff\udb40\udc41`
	a := Read(`{"completed":false,"findings":[{"severity":"blocker","text":"it pan` + unseen + `ics"}]}`)
	if len(a.Findings) != 1 || a.Findings[0].Text != "it panics" {
		t.Errorf("%+v", a.Findings)
	}
	if a := Read(`{"completed":false,"findings":[{"severity":"blocker","text":"` + unseen + ` "}]}`); a.Judgement != Unclear {
		t.Errorf("a text that nobody sees: %v", a.Judgement)
	}
}

// TestL01HostileAnswers: an answer of 10 MB is read in limited time, and shortened.
func TestL01HostileAnswers(t *testing.T) {
	fill := func(s string, size int) string { return strings.Repeat(s, size/len(s)) }
	const large = 10 << 20
	for name, text := range map[string]string{
		"many findings": `{"completed":false,"findings":[` + fill(`{"id":"F1","text":"\x1b[2J"},`, large) + `{"text":"y"}]}`,
		"10,000 findings": `{"completed":false,"feedback":"","findings":[` +
			strings.Repeat(`{"id":"../../F1","text":"\u001b[2J\u0000x","evidence":"/etc/passwd:1"},`, 9_999) + `{"text":"y"}]}`,
		"many lines":   fill("{\n", large) + `{"completed":false,"feedback":"x"}`,
		"nested":       `{"completed":false,"findings":` + fill(`{"a":`, large),
		"never closed": `{"completed":false,"findings":` + fill("[", large) + `}`,
	} {
		began := time.Now()
		a := Read(text)
		t.Logf("%s: %s", name, time.Since(began))
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: took %s", name, took)
		}
		checkLimits(t, a.Findings)
		if name == "10,000 findings" && (a.Judgement != NotYet || len(a.Findings) != maxFindings || a.Findings[0].ID != "") {
			t.Errorf("%v with %d findings: %+v", a.Judgement, len(a.Findings), a.Findings[0])
		}
	}
}

func checkLimits(t *testing.T, list []Finding) {
	t.Helper()
	if len(list) > maxFindings {
		t.Errorf("%d findings", len(list))
	}
	for _, f := range list {
		if len(f.Text) > maxText || len(f.Criterion) > maxField || len(f.Evidence) > maxField || len(f.ID) > 4 {
			t.Errorf("a finding is too long: %.80q", f.Text)
		}
		for _, field := range []string{f.Text, f.Criterion, f.Evidence, f.ID, f.Status} {
			if !utf8.ValidString(field) || strings.ContainsFunc(field, func(r rune) bool {
				return unicode.IsControl(r) && r != '\n' && r != '\t'
			}) {
				t.Errorf("a finding has %q", field)
			}
		}
	}
}

// FuzzFindings: for every answer the findings keep their limits, and Done never comes with an open blocker.
func FuzzFindings(f *testing.F) {
	f.Add(`{"completed":false,"findings":[{"id":"F1","severity":"blocker","text":"x","status":"open"}]}`)
	f.Add(`{"completed":true,"findings":[{"id":"F1","severity":"advice","text":"\u001b[2J"}, "y"]}`)
	f.Add("```json\n{'completed': false, 'findings': [{'text': 7}, null, {'id': '../x'}]}\n```")
	f.Fuzz(func(t *testing.T, text string) {
		a := Read(text)
		checkLimits(t, a.Findings)
		for _, finding := range a.Findings {
			if a.Judgement == Done && finding.blocks() {
				t.Errorf("Done with %+v", finding)
			}
		}
		_ = Known{Open: a.Findings, Dismissed: a.Findings, Answers: []string{text}}.text()
	})
}

// TestL01BlockersStay: if there are too many findings, the blockers are kept.
func TestL01BlockersStay(t *testing.T) {
	answer := `{"completed":false,"feedback":"x","findings":[` +
		strings.Repeat(`{"severity":"advice","text":"rename"},`, 2*maxFindings) +
		`{"severity":"blocker","text":"it panics"}]}`
	a, ok := ReadObject([]byte(answer))
	if !ok || len(a.Findings) != maxFindings || a.Findings[0].Text != "it panics" {
		t.Errorf("%v, %d findings, the first is %+v", ok, len(a.Findings), a.Findings[0])
	}
}
