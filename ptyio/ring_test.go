package ptyio

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
	"testing/synctest"
)

// However the two sides divide the bytes, what goes in comes out.
func TestRing(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		synctest.Test(t, func(t *testing.T) {
			r := newRing(64)
			want := line(int(seed), 5000)
			go func() {
				defer r.close()
				random := rand.New(rand.NewPCG(seed, 1))
				for rest := want; len(rest) > 0; {
					p := r.space()
					n := copy(p[:1+random.IntN(len(p))], rest)
					r.commit(n)
					rest = rest[n:]
				}
			}()
			random := rand.New(rand.NewPCG(seed, 2))
			var got []byte
			for {
				p := make([]byte, random.IntN(100))
				n, err := r.Read(p)
				got = append(got, p[:n]...)
				if err == io.EOF {
					break
				}
			}
			if !bytes.Equal(got, want) {
				t.Errorf("seed %d: got %q, want %q", seed, got, want)
			}
		})
	}
}

// A full ring blocks its writer until it is half empty, so a reader that has taken a byte does not mean that the writer
// continues.
func TestRingHoldsWriter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRing(8)
		r.commit(len(r.space()))
		var room []byte
		go func() { room = r.space() }()
		synctest.Wait()
		for left := 7; left >= 4; left-- {
			r.Read(make([]byte, 1))
			synctest.Wait()
			if free := left <= 4; (room != nil) != free {
				t.Errorf("%d bytes left: room %v, want %v", left, room != nil, free)
			}
			if got := r.readFlow(); !got.blocked || got.read != int64(8-left) || got.written != 8 {
				t.Errorf("%d bytes left: %+v", left, got)
			}
		}
		if got := r.readFlow(); got.blocked {
			t.Error("still held")
		}
	})
}

func TestRingClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRing(8)
		r.commit(len(r.space()))
		go func() {
			if p := r.space(); p != nil {
				t.Errorf("room for %d bytes after close", len(p))
			}
		}()
		synctest.Wait()
		r.close()
		r.commit(3) // dropped
		if got, err := io.ReadAll(r); len(got) != 8 || err != nil {
			t.Errorf("got %d bytes, %v", len(got), err)
		}
	})
}
