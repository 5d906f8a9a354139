// Package loop is the supervised loop: the agent works, and each time it stops a review judges the work. The review's
// feedback is the agent's next message, until a review says that the work is done or the user takes over.
//
// A pure machine (machine.go, turn.go, review.go, person.go) decides what happens next. The goroutine of [Run]
// (driver.go) owns the machine. It turns the machine's actions into calls, and their results into events. The rules:
//
//   - Run starts one goroutine for each agent process, which reads its output, and one for each review. Both have ended
//     when Run returns.
//   - The goroutine that reads the agent calls Config.Observe and Config.Pause. The goroutine of a review calls
//     Config.Review, perhaps at the same time. Run's goroutine calls all other functions of Config.
//   - Run's goroutine calls Config.Record, except for lines that are no events: for these the reader's goroutine does.
//   - A [Replay] drives the same machine, with the same driver, from recorded input, in the caller's goroutine.
//   - One agent process serves the whole conversation. If it dies, another one resumes the session that it stored.
//   - The package knows no terminal, no file and no process: what it needs is in Config.
package loop
