package hook

import (
	"testing"
	"time"

	"ccc/integration/events"
	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/state"
)

func TestActivityFile(t *testing.T) {
	dir := state.Dir(t.TempDir())
	if err := dir.Create(); err != nil {
		t.Fatal(err)
	}
	wrote := make(chan state.Activity, 10)
	tell := newActivityFile(dir, secret.New("key-of-mine-123456"), "session", "/work", lang.English)
	write := tell.write
	tell.write = func(d state.Activity) { write(d); wrote <- dir.Activity("session") }
	tell.observe(events.Of(t,
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Bash","input":`+
			`{"command":"curl -H 'x: key-of-mine-123456'"}}]}}`))
	if d := <-wrote; d.Tool != "Bash curl -H 'x: [secret]'" || d.Since.IsZero() {
		t.Errorf("%+v", d)
	}
	began := time.Now()
	for range 20 { // a burst is one write
		tell.observe(events.Of(t,
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":"x"}]}}`))
		tell.observe(events.Of(t, `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Read",`+
			`"input":{"file_path":"/work/a.go"}}]}}`))
	}
	if d := <-wrote; d.Tool != "Read a.go" {
		t.Errorf("%+v", d)
	}
	if took := time.Since(began); took < activityPace/2 {
		t.Errorf("the next write came after %v", took)
	}
	tell.observe(events.Of(t, `{"type":"system","subtype":"api_retry","attempt":3,"max_retries":10,`+
		`"retry_delay_ms":2100,"error_status":529,"error":"overloaded","session_id":"fork"}`))
	if d := <-wrote; d.Tool != "the API is overloaded: waiting 2s before retry 3 of 10" {
		t.Errorf("%+v", d)
	}
	tell.close()
	if d := dir.Activity("session"); d != (state.Activity{}) {
		t.Errorf("%+v is left", d)
	}
	select {
	case d := <-wrote:
		t.Errorf("%+v was written, too", d)
	default:
	}
}

// TestActivityFileOnSlowDisk: an observer does not wait for a write that hangs; the end of the review does.
func TestActivityFileOnSlowDisk(t *testing.T) {
	tell := newActivityFile(state.Dir(t.TempDir()), nil, "session", "/work", lang.English)
	begun, release, wrote := make(chan struct{}), make(chan struct{}), false
	tell.write = func(state.Activity) { close(begun); <-release; wrote = true }
	tell.forget = func() {
		if !wrote {
			t.Error("the end did not wait for a write")
		}
	}
	e := events.Of(t, `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Bash","input":{}}]}}`)
	tell.observe(e)
	<-begun
	observed := make(chan struct{})
	go func() {
		tell.observe(e)
		close(observed)
	}()
	select {
	case <-observed:
	case <-time.After(10 * time.Second):
		t.Fatal("an event waits for the disk")
	}
	time.AfterFunc(activityPace/10, func() { close(release) })
	tell.close()
}
