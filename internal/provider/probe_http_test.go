package provider

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"
)

// hang is a server that never answers. It reports when a request comes, and when the client is gone.
func hang(t *testing.T) (url string, asked, gone chan bool) {
	asked, gone = make(chan bool, 1), make(chan bool, 1)
	return serve(t, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then the connection is watched
		asked <- true
		<-r.Context().Done()
		gone <- true
	}), asked, gone
}

func TestTimeout(t *testing.T) {
	url, asked, gone := hang(t)
	r, err := Probe(t.Context(), Endpoint{BaseURL: url}, 200*time.Millisecond, nil)
	got := tell(r)
	if err != nil || got != unreached("no answer within 200ms") {
		t.Errorf("Probe = %+v, %v, want that no answer came", got, err)
	}
	select {
	case <-asked:
		<-gone
	default: // on a busy machine the time may be up before the request is there
	}
}

func TestCancel(t *testing.T) {
	url, asked, gone := hang(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	if got, err := Probe(ctx, Endpoint{BaseURL: url}, long, nil); tell(got) != (told{}) ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("Probe = %+v, %v, want %v", got, err, context.Canceled)
	}
	<-gone
	if _, err := Probe(ctx, Endpoint{BaseURL: url}, long, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Probe when all is over = %v, want %v", err, context.Canceled)
	}
}

// TestEndless: an endless answer is only read up to a limit.
func TestEndless(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for err := error(nil); err == nil; { // until nobody reads
			_, err = io.WriteString(w, message)
		}
	})
	want := unreached("not a Messages API: an answer of more than 64 KiB")
	if got := probed(t, Endpoint{BaseURL: url}, nil); got != want {
		t.Errorf("Probe = %+v, want %+v", got, want)
	}
}
