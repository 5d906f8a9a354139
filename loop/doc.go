// Package loop is the supervised loop: the agent works, each time it stops a review judges the work, the feedback of
// the review is the agent's next message, until the review says that the work is done or the user takes over.
//
// What happens next is decided by a pure machine (machine.go, turn.go, review.go, person.go) that one goroutine owns,
// that of [Run] (driver.go). It
// turns the machine's actions into calls and what comes of them into events. The rules:
//
//   - Run starts one goroutine for each agent process, which reads its output, and one for each review. Both have ended
//     when Run returns.
//   - Config.Observe and Config.Pause are called by the goroutine that reads the agent, Config.Review by the
//     review's, which may run at the same time; all other functions of Config by Run's.
//   - Config.Record is called by Run's goroutine, but for lines that are no events: those come from the reader's.
//   - A [Replay] feeds the same machine, by the same driver, with what was recorded, in the caller's goroutine.
//   - One agent process serves the whole conversation. If it dies it is resumed, from the session that it stored.
//   - The package knows no terminal, no file and no process: what it needs comes in by Config.
package loop
