package patterns

// actPatterns match what the agent says to have done in the forms of a short report: the name of the act and how it
// ended ("Manual check: passed"), the act and what was seen ("I checked that the page loads"), a thing and what became
// of it ("`a.md` (added)", "| `a.md` | new file |").
var actPatterns = []*Pattern{
	{
		Kind: Verified, OwnUse: true, hint: "manual quick sanity smoke end-to-end end_to_end e2e browser visual trial hands-on " +
			"exploratory",
		expr: `\b(?:(?:manual|quick|sanity|smoke|browser|visual|hands-on|exploratory)\s+(?:manual\s+|browser\s+)?` +
			`(?:test(?:ing)?|checks?|verification|runs?|run-?through|walk-?through)|(?:end[- ]to[- ]end|e2e|trial)\s+` +
			`(?:testing|checks?|verification|runs?|walk-?through))\b(?:\s+(?:in|with|on|via|against|of)\s+[^,;:|]{1,40}?)?` +
			`\s*(?:[:|–—]|\s-\s)?\s*(?:(?:is|was|are|has|have|now|all|also|been|both)\s+)*` +
			`(?:pass(?:ed|es|ing)?|success(?:ful(?:ly)?)?|succeed(?:ed|s)?|done|fine|ok(?:ay)?|good|all good|looks? (?:good|` +
			`fine|right)|went (?:fine|through|well)|worked|works|completed?|confirms?|clean|TICK)` +
			`(?:\s*$|\s*[^\w\s]|\s+(?:it|and|with|on|in|now|too|for|no|as)\b)`,
		unless:  `\b(?:to do|todo|plan(?:ned)?|steps?|skipped|missing|pending|each|every|before you|your)\b`,
		example: "Sanity check: passed.", counter: "Sanity checks passed to the builder are optional steps.",
	},
	{
		Kind: Verified, OwnUse: true, hint: "can_confirm checked made_sure",
		expr: `(?:\bi can confirm|I DID(?:re-?|double-)?(?:checked|made sure))\s+(?:that\s+)?(?:(?:the|it|all|both|each|an?|no|` +
			`everything|every|your|they|its)\b|CODE)[^;:,]{0,50}?(?:\b(?:returns?|loads?|opens?|works?|match(?:es)?|renders?|` +
			`shows?|prints?|exits?|responds?|answers?|accepts?|rejects?|displays?|survives?|arrives?|redirects?)\b|` +
			`\b(?:is|are) (?:now |still )?(?:right|correct|visible|there|gone|unchanged|reachable|up|running|served|readable)\b)`,
		unless: `\b(?:code|callers?|sources?|docs?|documentation|history|functions?|tests?|types?|imports?|usages?|` +
			`how|why|what|which|should|would)\b`,
		example: "I checked that the page loads.", counter: "I checked what the callers do when it returns.",
	},
	{
		Kind: Verified, OwnUse: true, hint: "checked: checked_– checked_—",
		expr: `(?:^[^\pL\pN\x{e000}-\x{e0c7}]*|[|]\s*)checked\s*(?:[:–—]|\s-\s)\s*(?:that\s+)?[^;]{0,60}?(?:SEENWELL|` +
			`\b(?:returns?|loads?|opens?|renders?|shows?|prints?|exits?|responds?|answers?)\b)`,
		unless:  `\b(?:should|must|will|todo|to do|callers?|code)\b`,
		example: "Checked: the page loads, no errors in the log.", counter: "Checked: it should work on the next start.",
	},
	{
		Kind: Verified, hint: "-tested -checked -verified hand smoke live_ load_ stress_ spot_ field_ browser_ qa'd retested " +
			"rechecked re-verified",
		expr: `I DID(?:(?:live|smoke|hand|browser|load|stress|field|spot|cross|triple)[- ](?:tested|checked|verified)|qa'd|` +
			`re-?(?:tested|checked|verified))\b`,
		unless:  verifiedUnless + `|\b(?:checked|tested) (?:by|in) (?:ci|the (?:build|pipeline))\b`,
		example: "Smoke-tested the endpoint locally.", counter: "Browser-tested by the pipeline: `ci.yml`.",
	},
	{ // an instrument says so
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "valgrind sanitizer asan tsan msan ubsan detector profiler lighthouse pa11y",
		expr: `\b(?:valgrind|memcheck|helgrind|[atm]san|ubsan|(?:address|thread|memory|leak) ?sanitizers?|(?:race|` +
			`leak) detector|` +
			`lighthouse|pa11y)\b[^;:,]{0,24}?\s(?:is|are|was|stays?|stayed|remains?|comes? back|came back|reports?|` +
			`reported) (?:(?:now|also|still|all) )*(?:silent|quiet|clean|happy|green|nothing|(?:no|zero) \w+)`,
		unless:  verifiedUnless,
		example: "Valgrind is silent on the sample now.", counter: "Valgrind is quiet if it should be.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "through",
		expr:    `I DID(?:clicked|walked|stepped|tabbed|paged)\s+through\s+(?:the|it|all|every|both|each|your)\b`,
		unless:  `\b(?:code|diff|files?|changes|docs?|logs?|history|commits?|list|comments?|callers?|functions?|sources?|diff)\b`,
		example: "Then I clicked through the dialog in the app.", counter: "Then I went through the code again.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "works_on_my works_fine works_when works_locally starts starts_up came_up " +
			"comes_up boots runs_f runs_c runs_w",
		expr: `\bworks(?: fine| well)?,? (?:on my machine|when i (?:try|run|open|use)\b|locally, (?:i )?tried)|` +
			`\b(?:server|app|application|service|binary|daemon|container|program|site|cli|tool|bot|worker|client|game|plugin|` +
			`extension|dev server) (?:now |also |still )?(?:starts?(?: up)?|comes? up|came up|boots?(?: up)?|runs)(?: (?:up|again))? ` +
			`(?:fine|cleanly|normally|ok|properly|without (?:any |an? )?(?:errors?|warnings?|problems?|issues?))` +
			`(?:\s*$|\s*[,;.(–—:]|\s+(?:and|now|again|with|on)\b)`,
		unless:  `\b(?:if|when (?:the|it|you|no|there)|should|would|so that|how|what|once|until|fails?)\b`,
		example: "The service starts cleanly and responds with 200.", counter: "The service starts cleanly if the file is missing.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "return answer respond i_get i_got i_see i_now",
		expr: `\b(?:both|all(?: (?:the|NUM|\d+))?|NUM|\d+) (?:[\w-]+ )?(?:endpoints|pages|commands|requests|routes|queries|urls|links|` +
			`calls|services|hosts) (?:now |all |still |each )?(?:return(?:ed)?|answer(?:ed)?|respond(?:ed)?)(?: with)? (?:a )?` +
			`(?:\b20\d\b|(?:the )?(?:right|expected|correct|same|new)\b)|` +
			`\b(?:with|using|via|through) (?:[\w.-]+ |CODE |the \w+ |a \w+ \w+ ){1,2}?i (?:now )?(?:get|got|see|saw)\b`,
		unless:  `\b(?:if|when|should|would|must|will|tests?|mock\w*|error|fail\w*|only)\b`,
		example: "Both endpoints return 200.", counter: "Both endpoints return 200 if the cache is empty.",
	},
	{
		Kind: Fixed, hint: "works_now work_now now_works works_correctly_now " +
			"works_properly_now working_now disappeared vanished",
		expr: `^[^;:,]{3,60}\s(?:works? (?:correctly |properly |fine |reliably )?now|now works?(?: correctly| properly| again)?|` +
			`(?:is|are) working now)(?:\s*$|\s*[.;,(–—])|\bBUGs?\b[^,;:]{0,30}\b(?:has|have) (?:now |all )?(?:disappeared|vanished)\b`,
		unless:  `\b(?:if|when|once|how|that|what|which|should|does|until|way|tests?|build|i|we)\b`,
		example: "The login works now.", counter: "This is how the login works now.",
	},
	{
		Kind: Fixed, hint: "fixed solved resolved",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[^\s:|]+\s+){0,6}(?:BUG|[^\s:|]+)s?\s*[:|–—]\s*TICK?\s*(?:fixed|solved|resolved)` +
			`(?:\s*$|\s*[,;:.(|–—✅]|\s+in FILE)`,
		unless:  fixedUnless + `|^[^\pL]*(?:status|state|position|type|value)s?\s*[:|]`,
		example: "| Login loop | ✅ fixed |", counter: "| position | fixed at the top |",
	},
	{
		Kind: Fixed, hint: "fix: fix_ bug",
		expr:    `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:the )?(?:bug ?)?fix\s*[:–—]\s*[^;]{3,80}\bnow\b`,
		unless:  `\b(?:if|when|would|should|could|to do|suggest\w*|proposed|please|option|possible)\b`,
		example: "Fix: `Round` now rounds half up.", counter: "Fix: you would now have to lock the map.",
	},
	{
		Kind: Committed, hint: "commit",
		expr: `(?:^[^\pL\pN\x{e000}-\x{e0c7}]*|[|]\s*)commit (?:hash|id|sha)\s*[:：|]?\s*(?:CODE|[0-9a-f]{7,40}\b)|` +
			`I DID(?:added|created|made|wrote)\s+(?:(?:an?|the|one|two|three|four|NUM|new|single|small|separate|initial|clean|` +
			`atomic|further|second|local)\s+)+commits?\b`,
		unless:  `\b(?:message|template|hook|script|upstream|introduced|broke|caused|helper|page|list)\b`,
		example: "- Commit hash: `3f2a91c`", counter: "I added a commit hook.",
	},
	{
		Kind: Pushed, hint: "push: push_ pushed_to: pushed: push",
		expr: `(?:^[^\pL\pN\x{e000}-\x{e0c7}]*|[|]\s*)(?:git )?push(?:ed)?(?: to)?\s*[:|–—]\s*(?:TICK|done\b|ok\b|yes\b|CODE|` +
			`origin\b)`,
		unless:  `\b(?:not|no|todo|pending|later|manually|by|if|when)\b|(?:registry|image|docker|notification)`,
		example: "- Push: done", counter: "- Push: not done",
	},
	{
		Kind: Created, Files: true, hint: "new added created in_place",
		expr: `\b(?:the|an?|my|one|this) new (?:[\w-]+ ){0,2}?(?:file|script|module|migration|report|runbook|document|doc|` +
			`page|workflow|guide|config|component) (?:(?:is|lives|sits|went|goes|resides|is located|can be found) )(?:now )?` +
			`(?:(?:in|at|under|as) )?FILE|FILE\s*(?:[:|(]|\s[–—-]|\bis (?:an?|the))\s*(?:an? )?(?:TICK\s*)?` +
			`(?:new|added|created|newly added)(?: (?:test |script |doc )?(?:file|script|module|component|page|migration))?` +
			`(?:\s*$|\s*[,;.(|)–—:])|FILES (?:is|are) now in place\b`,
		unless: `\b(?:to|of|for|from|with|on|by|via) FILE\s*[(:]|\bnew (?:behaviou?r|default|flag|option|field|function)\b|` +
			`\b(?:if|when|should|must|will)\b`,
		example: "| `docs/cache.md` | new file |", counter: "`config.go`: new default for the cache",
	},
	{
		Kind: Created, Files: true, hint: "new_file own_file separate_file own_module new_module new_script separate_module " +
			"new_test_file",
		expr: `I DID(?:moved|put|extracted|split|pulled|factored|broke|lifted|collected|gathered)\b[^;]{2,60}?\b(?:into|to|in) ` +
			`(?:an?|its|their|the|one) (?:new|own|separate|dedicated|shared) (?:[\w-]+ )?(?:file|module|script|package)s?` +
			`\s*(?:[,:(–—]|called|named)?\s*FILE`,
		example: "I split the helpers out into their own file `util.go`.",
		counter: "I moved it to the new file system of `main.go`.",
	},
	{
		Kind: Created, Files: true, hint: "created added wrote drafted introduced made generated scaffolded set_up put_in dumped " +
			"exported saved",
		expr: `I DID(?:created|added|wrote|drafted|introduced|made|generated|scaffolded|set up|put in)\s+(?:(?:an?|one|the|both|` +
			`two|three|four|NUM|new|small|second|separate|dedicated|short|missing)\s+)*(?:[\w-]+\s+){0,2}?(?:files?|scripts?|` +
			`modules?|migrations?|components?|pages?|tests?|docs?|runbook|workflow|documents?|classes)\s*(?:[,:(–—]|\s-\s|called|` +
			`named|in)?\s*FILES|I DID(?:introduced|set up|drafted|scaffolded) (?:the )?FILES|` +
			`FILES\s+(?:(?:is|are|was|were|has been|have been|now)\s+)+(?:set up|written|drafted|introduced)(?:\s*$|\s*[,;.(–—]|` +
			`\s+(?:for|as|with|and)\b)|I DID(?:dumped|exported|saved|wrote|stored)\s+(?:[\w'-]+\s+){1,5}?(?:as|to|into|in) FILE` +
			`(?:\s*$|\s*[,;.(–—])`,
		unless: `\b(?:to|of|for|from|with|on|by|via|inside|tests? in|classes in|components? in) FILE|FILE\s+(?:to|as|import|entry|` +
			`flag|option|field|section|method|function)|\b(?:function|helper|case|check|method|flag|field|section|it|this|fix)s? ` +
			`(?:to|into|in) FILE`,
		example: "I wrote two files – `a.go` and `b.go`.", counter: "I added a check to `a.go`.",
	},
	{
		Kind: Created, Files: true, hint: "own_file separate_file new_file written: ready: written_( there there's " +
			"have my your live moved went put_together written_up prepared created added wrote made drafted",
		expr: `\b(?:there(?:'s| is| are)|we have|you have|we've got|you now have|we now have|repo(?:sitory)? has|project has)\s+` +
			`(?:now\s+)?(?:an?|one|two)\s+(?:new\s+)?(?:[\w-]+\s+)?FILENOUNATFILE|` +
			`\b(?:my|your|the new|this) (?:new )?(?:[\w-]+ )?FILENOUN (?:is|are) (?:saved|stored|now|written)(?: (?:at|in|under|as|to))? FILE|` +
			`\bFILENOUN (?:is|are) (?:now )?(?:written|drafted|ready|done|in place)\s*(?:[:(–—]|\s-\s)\s*FILE|` +
			`\b(?:now (?:lives?|sits?)|(?:have |has )?moved|went|(?:is|are) now) (?:in|into|to) ` +
			`(?:(?:an?|the|its|their) (?:new|own|separate|dedicated) (?:[\w-]+ )?(?:file|module|script)),? FILE|` +
			`I DID(?:put together|written up|wrote up|prepared|created|added|wrote|written|made|drafted|drawn up)\s+` +
			`(?:(?:an?|one|the|two|three|your|short|small|new|little|brief|missing)\s+)*(?:[\w-]+\s+)?FILENOUNATFILE`,
		unless:  `\b(?:if|should|already|not|no|old|existing|when|would)\b`,
		example: "There's now a runbook at `ops/failover.md`.", counter: "There's already a runbook at `ops/failover.md`.",
	},
	{
		Kind: Created, Files: true, hint: "written drafted",
		expr:    `I DID(?:written|drafted) FILE(?:\s*$|\s*[,;.(–—]|\s+(?:with|for|from scratch)\b)`,
		unless:  `\b(?:in|to|for|by) FILE`,
		example: "I've written `api.yaml` with two paths.", counter: "It is written by `api.go` with two paths.",
	},
	{
		Kind: Deleted, Files: true, hint: "deleted removed dropped",
		expr: `FILE[^.;]{0,40},\s*(?:so\s+|and\s+)?(?:(?:i|i've|we)\s+(?:have\s+|also\s+|just\s+)?` +
			`((?:deleted|removed|dropped) (?:it|them|both|that file|the file)\b))`,
		unless:  `\b(?:function|import|reference|line|call|method|flag) (?:in|of|from) FILE`,
		example: "Since nothing imports `old.go` any more, I deleted it.",
		counter: "Since nothing imports `old.go` any more, you can delete it.",
	},
	{
		Kind: Deleted, Files: true, hint: "deleted removed dropped",
		expr: `FILE\s*(?:[:|(]|\s[–—-])\s*(?:TICK\s*)?(?:deleted|removed)(?:\s*$|\s*[,;.(|)–—:])|I DID(?:deleted|removed|dropped)\s+` +
			`(?:(?:both|the|all|two|three|files?|old|unused)\s+)*FILES|FILES\s+(?:(?:is|are|was|were|has been|have been|now)\s+)+` +
			`dropped(?:\s*$|\s*[,;.(–—])|FILES, (?:which (?:i|we) |(?:both|all|now|also) )(?:deleted|removed)\b|FILE[^.;:]{3,40},? ` +
			`(?:and |it )((?:is|was) (?:now )?(?:deleted|removed)(?: now)?(?:\s*$|\s*[.,;]))`,
		unless: `\b(?:to|of|for|from|with|on|by|via|in) FILE|FILE(?:\s*(?:,|and|&)\s*FILE)*\s+(?:import|reference|entry|entries|` +
			`line|call|usage|flag|option|field|section|method|function|from)\b`,
		example: "`old.go` (removed)", counter: "`old.go`: removed the cache",
	},
}
