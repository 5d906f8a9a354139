package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ccc/internal/process"
	"ccc/internal/secret"
	"ccc/streamjson"
)

func failing(t *testing.T) func(error) {
	return func(err error) { t.Errorf("the writer failed: %v", err) }
}

// read returns the items of a text and its errors.
func read(t *testing.T, text string) (r *Reader, items []Item, errs []error) {
	t.Helper()
	r = NewReader(strings.NewReader(text))
	for {
		item, err := r.Next()
		if err == io.EOF {
			return r, items, errs
		}
		if err != nil {
			errs = append(errs, err)
			if len(errs) > 20 {
				t.Fatalf("the reader does not end: %v", err)
			}
			continue
		}
		item.Event.Raw, item.Raw = bytes.Clone(item.Event.Raw), nil
		items = append(items, item)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "recordings")
	before := time.Now().UTC().Format(stamp)
	w, err := CreateRecording(dir, Header{
		At: time.Now().AddDate(-1, 0, 0), Launch: "../x/..", Args: []string{"--model", "<opus>"},
		Limits: Limits{MaxRounds: 3}, Attended: true,
	}, nil, failing(t))
	if err != nil {
		t.Fatal(err)
	}
	until := time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	want := []Item{
		{Type: TypePerson, Text: "build <it> & 测试\n🙏"},
		{Type: TypeSent, From: "person", UUID: "u1"},
		{Type: TypeTurn, What: "exited", How: "signal: killed"},
		{Type: TypeVerdict, Round: 2, Failure: "limit", Reason: "later", Until: until},
		{Type: TypePhase, From: "agent", To: "review", Round: 1},
		{Type: TypeLine, Phase: "agent", Text: "no \"JSON\""},
	}
	for _, item := range want {
		w.Item(item)
	}
	raw := []string{`{"type":"system","subtype":"init","session_id":"s"}`, `{ "type" : "result"` + "\r" + `}`, `{}`}
	for _, line := range raw {
		w.Line("review", "", []byte(line))
	}
	w.Close(End{Outcome: "completed", Rounds: 2, CostUSD: 0.5})
	w.Line("agent", "", []byte(`{"late":true}`)) // of a process that is being ended

	list, err := ListRecordings(dir)
	if err != nil || len(list) != 1 || !list[0].Ended || list[0].End.Outcome != "completed" || list[0].Running {
		t.Fatalf("List = %+v, %v", list, err)
	}
	made, ok := strings.CutSuffix(filepath.Base(list[0].Path), "-___x___.jsonl")
	if name := filepath.Base(list[0].Path); !ok || made < before || made > time.Now().UTC().Format(stamp) {
		t.Errorf("the file is called %s", name)
	}
	text, err := os.ReadFile(list[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	r, items, errs := read(t, string(text))
	if len(errs) > 0 || r.Format != FormatRecording || r.Header.MaxRounds != 3 ||
		r.Header.Args[1] != "<opus>" || items[0].Type != TypeLaunch {
		t.Fatalf("header %+v, %d items, errors %v", r.Header, len(items), errs)
	}
	for i, item := range items[1 : 1+len(want)] {
		item.T, item.Line = 0, 0
		if fmt.Sprintf("%+v", item) != fmt.Sprintf("%+v", want[i]) {
			t.Errorf("item %d = %+v\nwant %+v", i, item, want[i])
		}
	}
	for i, item := range items[1+len(want) : 1+len(want)+len(raw)] {
		if got, want := string(item.Event.Raw), strings.ReplaceAll(raw[i], "\r", " "); item.Type != TypeLine ||
			item.Phase != "review" || got != want {
			t.Errorf("line %d = %+v %s, want %s", i, item, got, want)
		}
	}
	if last := items[len(items)-1]; last.Type != TypeEnd || last.CostUSD != 0.5 {
		t.Errorf("the last item is %+v", last)
	}
}

// TestWriterByMany: lines of two goroutines stay whole, and each has the right phase.
func TestWriterByMany(t *testing.T) {
	dir := t.TempDir()
	w, err := CreateRecording(dir, Header{At: time.Now(), Launch: "x"}, nil, failing(t))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for _, phase := range []string{"agent", "review"} {
		wait.Go(func() {
			for i := range 500 {
				w.Line(phase, "", fmt.Appendf(nil, `{"n":%d,"text":%q}`, i, strings.Repeat("x", i)))
				if i%50 == 0 {
					w.Pause()
				}
			}
		})
	}
	wait.Wait()
	if list, err := ListRecordings(dir); err != nil || len(list) != 1 || !list[0].Running || list[0].Ended {
		t.Errorf("while it is written: %+v, %v", list, err)
	}
	if n, err := Prune(dir, 1, time.Now().Add(time.Hour)); n != 0 || err != nil {
		t.Errorf("Prune removed %d that is being written, %v", n, err)
	}
	w.Close(End{})
	text, err := os.ReadFile(must(RecordingPaths(dir))[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, items, errs := read(t, string(text)); len(items) != 1002 || len(errs) > 0 {
		t.Errorf("%d items, %v, want 1002", len(items), errs)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestKill: everything up to a pause of the stream is in the file, in whole lines, without a call of the writer.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	w, err := CreateRecording(dir, Header{At: time.Now(), Launch: "x"}, nil, failing(t))
	if err != nil {
		t.Fatal(err)
	}
	w.Line("agent", "", []byte(`{"type":"system"}`))
	deadline := time.Now().Add(10 * time.Second)
	for path := must(RecordingPaths(dir))[0]; ; {
		text, err := os.ReadFile(path)
		if err != nil || !bytes.HasSuffix(text, []byte("\n")) {
			t.Fatalf("%q, %v", text, err)
		}
		if bytes.Count(text, []byte("\n")) == 2 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the line was never written")
		}
	}
}

func TestWriterFailsOnce(t *testing.T) {
	shut, err := os.Open(os.DevNull) // not for writing
	if err != nil {
		t.Fatal(err)
	}
	var errs []error
	w := &Writer{start: time.Now(), file: shut, onError: func(err error) { errs = append(errs, err) }}
	for range 3 {
		w.Item(Item{Type: TypeTimer})
	}
	w.Close(End{})
	if len(errs) != 1 {
		t.Errorf("errors = %v, want one", errs)
	}
	var none *Writer
	none.Line("agent", "", nil)
	none.Item(Item{})
	none.Pause()
	none.Flush()
	none.Close(End{})
}

func TestPrune(t *testing.T) {
	dir := t.TempDir()
	day := func(n int) string { return fmt.Sprintf("202601%02d-120000-abc.jsonl", n) }
	for n := 1; n <= 5; n++ {
		if err := os.WriteFile(filepath.Join(dir, day(n)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{"notes.jsonl", "20260101-120000.txt", "20260101-120000x.jsonl"} {
		if err := os.WriteFile(filepath.Join(dir, other), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		keep   int
		oldest time.Time
		want   int
	}{
		{0, time.Time{}, 0},
		{6, time.Time{}, 0},
		{5, time.Time{}, 1},
		{0, time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC), 1},
		{1, time.Time{}, 3},
	} {
		if n, err := Prune(dir, c.keep, c.oldest); n != c.want || err != nil {
			t.Errorf("Prune(%d, %s) = %d, %v, want %d", c.keep, c.oldest, n, err, c.want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("%d other files are left, want 3: %v", len(entries), err)
	}
	if n, err := Prune(filepath.Join(dir, "none"), 1, time.Time{}); n != 0 || err != nil {
		t.Errorf("Prune where nothing is = %d, %v", n, err)
	}
}

func TestFormats(t *testing.T) {
	for text, want := range map[string]Format{
		`{"type":"system","subtype":"init","session_id":"s"}`:                      FormatStream,
		`{"type":"user","sessionId":"s","message":{"content":"x"}}`:                FormatStream,
		`{"type":"summary","summary":"x"}`:                                         FormatUnknown,
		`{"parentUuid":null,"type":"user","message":{"role":"user"}}`:              FormatTranscript,
		`{"phase":"agent","type":"system","subtype":"init"}`:                       FormatTagged,
		`{"ccc_recording":1}`:                                                      FormatRecording,
		`{"type":"summary"}` + "\n" + `{"parentUuid":"x","type":"assistant"}`:      FormatTranscript,
		`{"type":"system","subtype":"informational"}` + "\n" + `{"type":"result"}`: FormatStream,
	} {
		if r, _, errs := read(t, text); r.Format != want || len(errs) > 0 {
			t.Errorf("%s is %d, %v, want %d", text, r.Format, errs, want)
		}
	}
}

// TestSummarizeAtTheEnd: a recording that ends while it is being read has ended or is running; it is not reported as
// broken off.
func TestSummarizeAtTheEnd(t *testing.T) {
	dir := t.TempDir()
	for range 50 {
		w, err := CreateRecording(dir, Header{At: time.Now(), Launch: "x"}, nil, failing(t))
		if err != nil {
			t.Fatal(err)
		}
		var end sync.WaitGroup
		end.Go(func() { w.Close(End{Outcome: "completed"}) })
		for s := (Summary{Running: true}); s.Running; {
			if s, err = Summarize(w.Path()); err != nil || !s.Running && !s.Ended {
				t.Fatalf("it broke off: %v", err)
			}
		}
		end.Wait()
	}
}

// TestTimes: times follow the wall clock, because the monotonic clock stops while a machine sleeps, and never go back.
func TestTimes(t *testing.T) {
	at := time.Now()
	w, err := CreateRecording(t.TempDir(), Header{At: at}, nil, failing(t))
	if err != nil {
		t.Fatal(err)
	}
	if w.start != at.Round(0) {
		t.Errorf("it began at %s", w.start)
	}
	w.ItemAt(at.Add(5*time.Second), Item{Type: TypeTimer})
	w.ItemAt(at.Add(2*time.Second), Item{Type: TypeTimer})
	w.LineAt(at.Add(time.Second), "agent", "", []byte(`{"type":"user"}`))
	w.Flush()
	if _, items, _ := read(t, string(must(os.ReadFile(w.Path())))); items[1].T != 5 || items[2].T != 5 ||
		items[3].T != 5 {
		t.Errorf("the times are %g, %g, %g, want 5 s", items[1].T, items[2].T, items[3].T)
	}
}

// TestTranscript: the user's items of a transcript are the user's own words, and not other entries of the type user.
func TestTranscript(t *testing.T) {
	_, items, errs := read(t, string(must(os.ReadFile("../replay/testdata/session.jsonl"))))
	var said []string
	for _, item := range items {
		if item.Type == TypePerson {
			said = append(said, item.Text)
		}
	}
	if want := []string{"please write it", "and the tests"}; !slices.Equal(said, want) || len(errs) > 0 {
		t.Errorf("the person said %q, %v, want %q", said, errs, want)
	}
}

func TestDamage(t *testing.T) {
	const head = `{"ccc_recording":1}` + "\n"
	for _, c := range []struct {
		text, want string
		items      int
	}{
		{head + `{"t":"x","type":"person"}` + "\n" + `{"t":1,"type":"timer"}`, "line 2", 2},
		{head + `{"t":1,"type":"line","phase":"agent","raw":[]}`, "line 2: in raw", 1},
		{head + `{"t":1,"type":"line","phase":"agent","raw":{"type":"sys`, "line 2", 1},
		{`{"phase":"x"}`, "line 1: a line without a phase", 0},
		{`{"phase":"agent","type":"system"}` + "\n" + `{"type":"system"}`, "line 2: a line without a phase", 1},
	} {
		_, items, errs := read(t, c.text)
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want) || len(items) != c.items {
			t.Errorf("%s: %d items, %v, want %d and %s", c.text, len(items), errs, c.items, c.want)
		}
	}
	const later = `{"t":1,"type":"line","phase":"agent","raw":{"type":"user"},"of":{"later":"version"}}`
	if _, items, errs := read(t, head+later); len(items) != 2 ||
		string(items[1].Event.Raw) != `{"type":"user"}` || errs != nil {
		t.Errorf("with a key behind raw: %+v, %v", items, errs)
	}
	r := NewReader(strings.NewReader(`{"ccc_recording":2}`))
	_, err := r.Next()
	var damage *DamageError
	if err == nil || errors.As(err, &damage) || !strings.Contains(err.Error(), "newer ccc") {
		t.Errorf("a recording of version 2 is read with %v", err)
	}
}

// TestLongLine: a line over the limit is an error, and the next line is read.
func TestLongLine(t *testing.T) {
	text := io.MultiReader(
		strings.NewReader(`{"type":"system","subtype":"init"}`+"\n"+`{"type":"user","x":"`),
		io.LimitReader(zeros{}, streamjson.MaxLine+1000),
		strings.NewReader("\"}\n"+`{"type":"result"}`+"\n"))
	r := NewReader(text)
	var got []string
	for {
		item, err := r.Next()
		if err == io.EOF {
			break
		}
		var bad *streamjson.SyntaxError
		if errors.As(err, &bad) {
			got = append(got, fmt.Sprintf("line %d: %v", bad.Line, bad.Err))
			continue
		}
		got = append(got, item.Event.Name)
	}
	if fmt.Sprint(got) != fmt.Sprint([]string{"system", "line 2: " + streamjson.ErrTooLong.Error(), "result"}) {
		t.Errorf("the reader gives %q", got)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

func TestFailureNames(t *testing.T) {
	for f := streamjson.NoFailure; f <= streamjson.NoSession; f++ {
		if got := FailureOf(FailureName(f)); got != f {
			t.Errorf("failure %d is %q, which is %d", f, FailureName(f), got)
		}
	}
	if FailureOf("of a newer ccc") != streamjson.Transient {
		t.Error("a name that is not known is no Transient")
	}
	var item Item
	if err := json.Unmarshal([]byte(`{"t":1,"type":"new","new":{}}`), &item); err != nil {
		t.Errorf("an item of a newer ccc: %v", err)
	}
}

// TestRecordingIsBounded: a recording that has reached its maximum size ends with one line that says so.
func TestRecordingIsBounded(t *testing.T) {
	dir := t.TempDir()
	var told []error
	w, err := CreateRecording(dir, Header{At: time.Now(), Launch: "x"}, nil, func(err error) { told = append(told, err) })
	if err != nil {
		t.Fatal(err)
	}
	w.max = 2 << 20
	line := []byte(`{"type":"assistant","text":"` + strings.Repeat("x", 1000) + `"}`)
	for range 4 << 20 / len(line) {
		w.Line("agent", "", line)
	}
	w.Close(End{Outcome: "completed"})
	if len(told) != 1 || !strings.Contains(told[0].Error(), "it has reached 2 MiB") {
		t.Errorf("told %v, want one that it is full", told)
	}
	if info, err := os.Stat(w.Path()); err != nil || info.Size() > w.max+2*flushSize {
		t.Errorf("the recording has %d bytes, %v", info.Size(), err)
	}
	_, items, _ := read(t, string(must(os.ReadFile(w.Path()))))
	if last := items[len(items)-1]; last.Type != TypeNotice || !strings.Contains(last.Text, "recording has stopped") {
		t.Errorf("the last line is %+v", last)
	}
}

// TestRecordingMasks: no line contains a secret. A line that is not valid without it is left out.
func TestRecordingMasks(t *testing.T) {
	w, err := CreateRecording(t.TempDir(), Header{At: time.Now(), Launch: "x"},
		secret.New("t0p-secret", "12345678"), failing(t))
	if err != nil {
		t.Fatal(err)
	}
	w.Item(Item{Type: TypePerson, Text: "use t0p-secret"})
	w.Line("agent", "", []byte(`{"type":"user","text":"it is t0p-secret"}`))
	w.Line("agent", "", []byte(`{"type":"user","duration_ms":12345678}`))
	w.Line("agent", "", []byte(`{"type":"user","text":"fine"}`))
	w.Close(End{})
	text, err := os.ReadFile(w.Path())
	if err != nil || bytes.Contains(text, []byte("t0p-secret")) || bytes.Contains(text, []byte("12345678")) ||
		bytes.Count(text, []byte("[secret]")) != 2 || !bytes.Contains(text, []byte("fine")) {
		t.Errorf("the recording holds %s, %v", text, err)
	}
	if _, items, errs := read(t, string(text)); len(items) != 5 || errs != nil {
		t.Errorf("of 5 items there are %d, and %v", len(items), errs)
	}
}

// TestAppend: each hook continues after the last whole line, and two at the same time do not mix their lines. A
// recording that is full or does not belong to a hook is not continued, and the recording of a running claude is not
// removed.
func TestAppend(t *testing.T) {
	dir := t.TempDir()
	self, _ := process.Of(os.Getpid())
	w, err := CreateRecording(dir, Header{Door: DoorHook, At: time.Now(), Launch: "x", Process: self}, nil, failing(t))
	if err != nil {
		t.Fatal(err)
	}
	path := w.Path()
	w.Leave(End{Outcome: "completed", Rounds: 1})
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"t":1,"type":"li` + strings.Repeat("x", 3*glance)); err != nil {
		t.Fatal(err)
	}
	f.Close()
	var both sync.WaitGroup
	for range 2 {
		w, err := AppendRecording(path, nil, failing(t))
		if err != nil {
			t.Fatal(err)
		}
		both.Go(func() {
			for range 500 {
				w.Line("review", "", []byte(`{"type":"assistant","text":"`+strings.Repeat("y", 1000)+`"}`))
			}
			w.Leave(End{Outcome: "needs_user", Rounds: 2})
		})
	}
	both.Wait()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if !json.Valid(line) || !bytes.HasSuffix(line, []byte("\n")) {
			t.Fatalf("the line %.200q", line)
		}
	}
	if n := bytes.Count(text, []byte("\n")); n != 2+1000+2 {
		t.Errorf("%d lines", n)
	}
	list, err := ListRecordings(dir)
	if err != nil || len(list) != 1 || !list[0].Running || list[0].Ended || list[0].End.Outcome != "needs_user" {
		t.Errorf("the list tells of %+v, %v", list, err)
	}
	if n, err := Prune(dir, 1, time.Now().Add(time.Hour)); n != 0 || err != nil {
		t.Errorf("%d removed, %v", n, err)
	}
	if err := os.Truncate(path, maxSize+1); err != nil {
		t.Fatal(err)
	}
	loop, err := CreateRecording(dir, Header{At: time.Now(), Launch: "y"}, nil, failing(t))
	if err != nil {
		t.Fatal(err)
	}
	loop.Close(End{})
	for _, path := range []string{path, loop.Path(), filepath.Join(dir, "none.jsonl")} {
		if w, err := AppendRecording(path, nil, failing(t)); err == nil {
			t.Errorf("%s is gone on with", w.Path())
		}
	}
}

// TestNewestOfOneSecond: of recordings that began in the same second the newest comes first, whatever the ids of their
// launches.
func TestNewestOfOneSecond(t *testing.T) {
	dir := t.TempDir()
	began := time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	var want []string
	for i, launch := range []string{"b", "c", "a"} { // newest first
		path := filepath.Join(dir, began.Format(stamp)+"-"+launch+extension)
		at := began.Add(-time.Duration(i) * time.Millisecond)
		header, err := json.Marshal(Header{Version: FormatVersion, At: at, Launch: launch})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(header, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
		want = append(want, path)
	}
	list, err := ListRecordings(dir)
	var got []string
	for _, s := range list {
		got = append(got, s.Path)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// TestNewestHookOfOneSecond: a hook's recording counts from when it was created. It may begin with a message from long
// before, and the recording of a loop may have begun meanwhile.
func TestNewestHookOfOneSecond(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for _, h := range []Header{{Launch: "b"}, {Launch: "a", Door: DoorHook, At: time.Now().Add(-time.Hour)}, {Launch: "c"},
		{Launch: "b", Door: DoorHook, At: time.Now().Add(-2 * time.Hour)}} { // newest last
		if h.At.IsZero() {
			h.At = time.Now()
		}
		w, err := CreateRecording(dir, h, nil, failing(t))
		if err != nil {
			t.Fatal(err)
		}
		want = append([]string{w.Path()}, want...)
		w.Close(End{})
	}
	list, err := ListRecordings(dir)
	var got []string
	for _, s := range list {
		got = append(got, s.Path)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if !IsNewerRecording(want[0], want[1]) || IsNewerRecording(want[1], want[0]) || IsNewerRecording(want[0], want[0]) {
		t.Error("another recording is the newer one")
	}
	if path, _, err := FindRecording(dir, "last"); path != want[0] {
		t.Errorf("the last one is %s, %v, want %s", path, err, want[0])
	}
}
