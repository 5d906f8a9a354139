package ledger

import (
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
	"ccc/streamjson"
)

// pageOpeners are in the names of tools and commands that open a page.
var pageOpeners = text.LazyLines(`browser|playwright|puppeteer|cypress|chrom(?:e|ium)|firefox|safari|` +
	`selenium|adb\b|android|mobile|emulator|simulator|xcrun|xcodebuild|` +
	`webdriver|devtools|screenshot|navigate|testcafe|lighthouse|backstop|e2e|wdio|computer|simctl|detox|maestro|` +
	`\bopen\b`)

var pictureFile = text.LazyRegexp{Expr: `(?i)\.(?:png|jpe?g|webp|gif)$`}

// noteCommandUse notes whether a command runs a program, queries a service or opens a page. A script may do all of
// these.
func noteCommandUse(c *call, cmd shell.Command, at Place) {
	if len(cmd.Args) == 0 {
		return
	}
	if shell.RunsOrQueries(cmd) {
		c.executedAt, c.queriedAt = at, at
	} else if shell.QueriesService(cmd) {
		c.queriedAt = at
	}
	c.changesPage = true
	c.opensPage = c.opensPage || shell.PossiblyProves(cmd)&shell.Execute != 0 || shell.RunsScript(cmd.Args) ||
		pageOpeners.Get().Match(strings.ToLower(strings.Join(cmd.Args, " ")))
}

var (
	// brokenPages match what a browser says of a page that it could not load.
	brokenPages = text.LazyRegexp{Expr: `chrome-error:|\bnet::ERR_|\bNS_ERROR_|ERR_CONNECTION|ERR_NAME_NOT`}
	// pageChangers are in the names of tools that go to another page.
	pageChangers = text.LazyRegexp{Expr: `(?i)navigate|goto|\bopen|new_?page`}
)

// notePage notes whether the browser shows a page that it could not load, until it goes to another one.
func (r *Ledger) notePage(c *call, b streamjson.Block) {
	if !c.opensPage {
		return
	}
	broken := brokenPages.Get().Match(b.Content[:min(len(b.Content), maxHead)])
	r.pageBroken = broken || r.pageBroken && !(c.changesPage && !b.IsError)
}

// recordUse takes over what noteCommandUse noted, for a call that succeeded. A subagent whose steps are not in the
// session may have run anything.
func (r *Ledger) recordUse(c *call) {
	if c.startsAgent && c.subagentLines == r.subagentLines {
		c.executedAt, c.opensPage = Place{c.step, 0}, true
	}
	if c.executedAt.Step > 0 {
		r.LastExecution = c.executedAt
	}
	if c.queriedAt.Step > 0 {
		r.LastQuery = c.queriedAt
	}
	if c.opensPage && !r.pageBroken {
		r.LastPageView = Place{c.step, maxRecent} // after all changes of this step
	}
}
