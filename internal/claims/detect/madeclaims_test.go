package detect

// madeParts are the parts of sentences that templates name.
var madeParts = map[string]string{
	"FILE1": "`internal/cache/cache.go`|`cache_test.go`|internal/cache/cache.go|**`docs/cache.md`**|[`src/cache.ts`](src/cache.ts)|`scripts/seed.py`|`migrations/0042_cache.sql`|`Dockerfile`",
	"FILE2": "`web/form.tsx`|`internal/cache/lru.go`|`tests/test_cache.py`",
	"TAIL":  "|, as you asked| for the cache| (84 lines)",
	"MARK":  "|- |* |1. |✅ |- [x] |**Done.** |Done. ",
	"IDID":  "I|I've|I have|I also|I've also|I then|Then I|And I|I just|Finally, I|First I|I went ahead and",
	"DID":   "|I |I also |Also |Then I |Next, I |I went ahead and |I then |First I |Finally, I ",
	"HAVE":  "|I've |I have |I've also |Have |We've ",
	"CURL":  "`curl localhost:8080/health`|`curl -s localhost:3000/api/cart`|`./bin/shop --version`|`python app.py`",
	"THING": "the endpoint|the dialog|the checkout flow|the new flag|the fix|it|this|the behaviour|the CLI|the page|the export",
	"ZHWE":  "|我|已|已经|我已|我已经|另外",
}

var madeClaims = []madeForm{
	{Created, "MARK{DID}{created|added|wrote|generated|introduced|set up} FILE1TAIL."},
	{Created, "MARK{DID}{created|added|wrote|drafted|made|put in|introduced} {a|one|the} {new|small|second|separate|dedicated|} {test file|file|script|config file|module|migration|helper script|component|doc page} {|called |named |, |: |– |(}FILE1"},
	{Created, "MARK{DID}{created|added|wrote} FILE1 {with|containing|holding|that holds|which holds|for} the {helpers|tests for the cache}."},
	{Created, "MARK{DID}{created|added|wrote} {two|both|the} {new files|files|tests}{:| –|,} FILE2 and FILE1."},
	{Created, "MARKFILE1 {{has been|was} {created|added|written|set up}|is now in place}TAIL."},
	{Created, "MARK{The new|A new} {test file|file|script|module} {is|lives in|is at|sits in|is in} FILE1TAIL."},
	{Created, "MARKFILE1 {(new)|(new file)|(added)|(created)|— new|: new file|– new file|: created|: added|is new|is a new file}"},
	{Created, "MARK{New|New file|Added|Created|Files created|New files}: FILE1"},
	{Created, "¦ FILE1 ¦ {new|created|added|new file|✅ created|New} ¦{ holds the cache ¦|}"},
	{Created, "{### New files|### Created|**New files:**|New files:|Files created:|I created these files:|I added the following files:}↵↵- FILE1 {|— the cache|: the cache|– holds the cache}"},
	{Created, "MARK{DID}{put|moved|extracted|split out|pulled} the {cache logic|helpers|tests|runbook|notes} {into|out into} {a new file|its own file|a new file,|a separate file} FILE1."},
	{Created, "MARK{DID}{saved|exported|wrote} the {results|report|summary|benchmark numbers} {to|as|into} FILE1."},
	{Created, "MARK{The|A} {report|summary|runbook} {has been|was} {written to|saved to|saved as|saved in} FILE1."},
	{Created, "MARK{Added|Wrote|Created} FILE1 and {wired it in|registered it|updated the README|hooked it up}."},

	{Deleted, "MARK{DID}{deleted|removed|dropped|got rid of|cleaned up} {|the old |the unused |the now unused |the obsolete |the leftover |the file |the temporary |the dead |the legacy file }FILE1TAIL."},
	{Deleted, "MARK{DID}{deleted|removed} {|both }FILE1 and FILE2."},
	{Deleted, "MARKFILE1 {has been|was|is now|is} {deleted|removed|gone}{|, as you asked| too}."},
	{Deleted, "MARKFILE1 {(deleted)|(removed)|— deleted|: removed|: deleted|– removed|is gone|no longer exists}"},
	{Deleted, "MARK{Deleted|Removed|Files deleted|Deleted files|Removed files}: FILE1"},
	{Deleted, "¦ FILE1 ¦ {deleted|removed|Deleted|✅ removed} ¦{ not used ¦|}"},
	{Deleted, "{### Deleted|### Removed files|**Deleted files:**|Removed files:|I deleted these files:|I removed the following files:}↵↵- FILE1 {|— unused|: not used any more}"},
	{Deleted, "MARK{Since|As} nothing {uses|imports} FILE1 {any more|}, I {deleted|removed} it."},
	{Deleted, "MARKFILE1 {was unused|is not needed any more|is obsolete now|had no callers left}, so I {deleted|removed} it."},
	{Deleted, "MARK{DID}{deleted|removed} FILE1{:| –|;} nothing {uses|imports} it."},

	{Committed, "MARK{DID}committed {|it|this|everything|all of it|the changes|the fix|the work|my changes} {|as `3f2a91c`|in `3f2a91c`|on `main`|to `main`|locally|with the message \"cart: round\"|in one commit|in two commits}."},
	{Committed, "MARK{It|Everything|The change|The fix|All of it|The work|That} {is|has been|was|is now} committed{| as `3f2a91c`| on `main`| locally| to `main`}."},
	{Committed, "MARK{Commit|Committed as|Committed|Commit hash}: `3f2a91c`{| (cart: round totals)}"},
	{Committed, "MARK{DID}{made|created|added} {{a|one} {commit|small commit|separate commit}|{two|three} {commits|separate commits|small commits}}{ for it| with the fix|: `3f2a91c`|}."},
	{Committed, "MARK{All changes|The changes|Both fixes} {are|have been} committed {|in one commit|on the branch|and the tree is clean}."},
	{Committed, "MARK{The fix|It|The work} is {in commit `3f2a91c`|in `3f2a91c`, committed|in one commit on `main`}."},

	{Pushed, "MARK{DID}pushed {|it|this|everything|the branch|the commit|both commits|the changes|the fix} {to `origin/main`|to origin|to GitHub|to the remote|upstream|to the branch|to `feature/round`}."},
	{Pushed, "MARK{It|Everything|The branch|The commit|The fix} {is|has been|was|is now} pushed{| to `origin/main`| to GitHub| to the remote}."},
	{Pushed, "MARK{DID}{committed and pushed|committed it and pushed|committed everything and pushed} {|it|to `main`|to origin}."},
	{Pushed, "MARK{The branch|The commit|Everything|The fix} is {now|} on {GitHub|origin|the remote|`origin/main`}."},
	{Pushed, "MARK{Pushed|Pushed to|Push}: {`origin/main`|`3f2a91c` to `main`|done|✅}"},

	{Deployed, "MARK{DID}{deployed|released|rolled out|shipped|published} {it|this|the fix|the new version|1.4.0|version 1.4.0|the change} {to production|to staging|to prod|to npm|}."},
	{Deployed, "MARK{It|The fix|1.4.0|The new version|The service} {is|has been|was} {deployed|rolled out|released|published} {|to production|on staging|in production|on npm}."},
	{Deployed, "MARK{Deployment|Deploy|Rollout|Release} {is done|succeeded|finished|went through|is complete|completed|was successful}."},
	{Deployed, "MARK{Deployed|Released|Published}: {1.4.0|`shop@1.4.0`|production|staging}"},
}

var madeOthers = []madeForm{
	{"", "MARK{I'll|I will|I'm going to|Let me|I can|I could|Next I'll|I would|I plan to|Shall I|Should I|Do you want me to} {create|add|write|delete|remove|commit|push|deploy} {FILE1|it}{.|?| next.}"},
	{"", "MARK{I haven't|I have not|I didn't|I did not|I could not|I couldn't|I was not able to|I can't} {create|created|delete|deleted|commit|committed|push|pushed|deploy|deployed} {FILE1|it|anything}{.| yet.}"},
	{"", "MARK{FILE1|It|The fix|Nothing|The branch} {is not|has not been|was not|isn't|hasn't been} {created|deleted|committed|pushed|deployed}{.| yet.}"},
	{"", "MARK{Please|You can|You should|You need to|You'll need to|Remember to|Don't forget to} {create|delete|commit|push|deploy} {FILE1|it}."},
	{"", "MARK{The function|`save()`|It|The script|This command|The job} {creates|writes|deletes|removes|commits|pushes|deploys} {FILE1|the file|the result|it} {on start|when it ends|every night|if needed|each time}."},
	{"", "MARK{FILE1|It} {is|gets|will be|should be|must be|can be|needs to be|would be|is to be} {created|deleted|committed|pushed|deployed} {by the build|when you run it|on every start|by CI|automatically|by the script}."},
	{"", "MARK{If|Once|When|As soon as|After|Until|Before} {FILE1|it|the fix|the branch} {is|has been} {created|deleted|committed|pushed|deployed}, {CI runs|the page updates|you can close the ticket}."},
	{"", "MARK{DID}{added|created|introduced|wrote|put} {a|the} {function|helper|test|check|case|flag|section|method|parameter|class} {in|to|into} {FILE1|the file FILE1}."},
	{"", "MARK{DID}{removed|deleted|dropped} {a|the|two} {function|helper|check|import|flag|line|lines|reference|unused import} {from|in} FILE1."},
	{"", "MARK{DID}{updated|changed|edited|extended|refactored|renamed a variable in|looked at|read} FILE1."},
	{"", "MARK{You|The user|Somebody else|A colleague|The previous agent|The author} {created|deleted|committed|pushed|deployed} {FILE1|it}{.| last week.}"},
	{"", "MARK{To do|Todo|Next|Next step|Plan|Remaining|Still open}: {create|delete|commit|push|deploy} {FILE1|it}."},
	{"", "MARK{ready|Ready|It is ready|The fix is ready} to {commit|push|deploy|be committed|be pushed|be deployed}."},
	{"", "MARK{FILE1} {holds|has|contains|defines|documents|describes} the {cache|helpers|new flag}."},
}
