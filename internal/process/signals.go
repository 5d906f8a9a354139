package process

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// EndTime is how long a program may take to end after a signal. A program that runs others and waits for their end
// may take EndTimeOfAll.
const (
	EndTime      = 8 * time.Second
	EndTimeOfAll = EndTime + time.Second
)

// EndAtSignal makes sure that this process ends soon after the first of these signals, whatever it is waiting for: if
// it still runs after that time, it dies of the signal. It is for programs that catch signals to end in good order.
// stop cancels it.
func EndAtSignal(within time.Duration, signals ...os.Signal) (stop func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, signals...)
	over := make(chan struct{})
	go func() {
		select {
		case s := <-caught:
			select {
			case <-time.After(within):
				dieBySignal(s)
			case <-over:
			}
		case <-over:
		}
	}()
	return sync.OnceFunc(func() {
		signal.Stop(caught)
		close(over)
	})
}

// dieBySignal ends this process by a signal that it normally catches.
func dieBySignal(s os.Signal) {
	signal.Reset(s)
	_ = syscall.Kill(os.Getpid(), s.(syscall.Signal))
	time.Sleep(time.Second) // the signal is ignored, as a hang-up is under nohup
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
}

// NotifyContext is [signal.NotifyContext] with [EndAtSignal]: the process ends even if something ignores the context.
func NotifyContext(parent context.Context, signals ...os.Signal) (ctx context.Context, stop func()) {
	unlimited := EndAtSignal(EndTime, signals...)
	ctx, cancel := signal.NotifyContext(parent, signals...)
	return ctx, func() {
		cancel()
		unlimited()
	}
}

// UntilSignal calls f and waits for its end. One of these signals cancels f's context, and is returned, also if it came
// just as f ended: it is sent only once, as by a run that was killed to its tasks. Without one UntilSignal returns nil.
func UntilSignal(f func(context.Context), signals ...os.Signal) (caught os.Signal) {
	received := make(chan os.Signal, 1)
	signal.Notify(received, signals...)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	over := make(chan struct{})
	go func() {
		defer close(over)
		f(ctx)
	}()
	select {
	case <-over:
	case caught = <-received:
		cancel()
		<-over
	}
	signal.Stop(received)
	if caught == nil && len(received) > 0 {
		caught = <-received
	}
	return caught
}

// lookAgain is how often EndWith looks whether the other process still runs.
const lookAgain = 500 * time.Millisecond

// EndWith sends this process SIGTERM when another one has ended.
func EndWith(other Process) {
	go func() {
		for other.Alive() {
			time.Sleep(lookAgain)
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
	}()
}
