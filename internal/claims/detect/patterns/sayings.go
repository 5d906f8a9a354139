package patterns

import "ccc/internal/text"

// sayingPatterns match other ways to say what the tables before them know: the name of a tool and its result ("busted: 13
// successes"), a folder of tests as the subject ("`tests/api` passes"), a check that went as the one before ("and so does
// Prettier"), commits by other commands than commit ("cherry-picked"), and rows that were deleted from a database.
var sayingPatterns = []*Pattern{
	{
		Kind: TestsPassed, hint: "success assertions passing",
		expr: `\b(?:TESTTOOL|busted|hspec|exunit|elm-test|kotest|testng|nunit|xunit|xctest|googletest|gtest|` +
			`catch2|jasmine|` +
			`karma)\s*[:–—]\s*(?:all )?[1-9]\d* (?:success(?:es)?|passing|ok)\b|` +
			`\b[1-9]\d* success(?:es)?,? (?:and )?(?:0|no|zero) (?:failures?|errors?)\b|` +
			`^[^\pL\pN]*ok \([1-9]\d* tests?, \d+ assertions?\)`,
		unless:  `\b[1-9]\d* (?:failures?|failed|errors?)\b`,
		example: "busted: 13 successes", counter: "busted: 13 successes, 2 failures",
	},
	{
		Kind: TestsPassed, hint: "of / out_of",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:all )?\d+ ?(?:/|of|out of) ?\d+ (?:[\w-]+ ){0,2}?` +
			`(?:tests?|test cases|cases|specs?|examples|scenarios)(?:\s*$|\s*[,;.(✅]|\s+(?:and|in|with|on)\b)`,
		unless:  `\b(?:fail\w*|skip\w*|left|remaining|migrated|ported|converted|written|done|covered|to (?:do|go))\b`,
		example: "✅ 133 of 133 GoogleTest cases", counter: "12 of 12 cases migrated",
	},
	{
		Kind: TestsPassed, CodeForm: &folderCode, hint: "passes_(",
		expr: `CODE(?: (?:now|all|still|also))* passes \(\d+(?: (?:\w+ )?(?:tests?|specs?|` +
			`cases))?\)`, unless: `\b(?:if|once|when)\b`,
		example: "`internal/parser` passes (12 tests)", counter: "`internal/parser` passes (a, b) to the lexer",
	},
	{
		Kind: TypecheckClean, hint: typesHint,
		expr: `\bTYPES\s*[:–—|]\s*(?:all (?:\w+ )?checks? pass(?:ed|es)?\b|nothing to \w+)|` +
			`\b(?:tsc|mypy|pyright|vue-tsc|svelte-check|sorbet|dialyzer|steep|typescript|` +
			`type ?checker) is (?:now |also |still )*content\b|` +
			`\bTYPES (?:now |also )*(?:(?:is|are) (?:now |also |still )*(?:(?:down to|at) (?:0|zero|no) FAULTS)|` +
			`(?:went|goes|dropped|fell|came) (?:from [^;,]{1,24} )?(?:down )?to (?:none|zero|0|no FAULTS)\b)|` +
			`\b(?:tsc|mypy|pyright|vue-tsc|svelte-check|sorbet|dialyzer|steep) (?:now |also )*accepts (?:CODE|` +
			`all|every\w*|the|it)\b`,
		unless:  `\b(?:if|once|when|until|should|must|type of)\b`,
		example: "Pyright is content with `app/cache.py`.", counter: "The types are content of the page.",
	},
	{
		Kind: LintClean, CodeForm: &formatterCode, hint: "check_exit check_pass check_is check_now",
		expr: `\b(?:after|with) CODE,? the (?:\w+ )?check (?:now )?(?:exit(?:s|ed)? (?:with )?(?:code |` +
			`status )?(?:0|zero)\b|` +
			`pass(?:es|ed)\b|is (?:now )?(?:clean|green|ok)\b)`,
		unless:  `\b(?:if|once|when|until|should|must)\b`,
		example: "After `cargo fmt` the check exits with 0.", counter: "After `cargo build` the check exits with 0.",
	},
	{
		Kind: LintClean, hint: "so_do so_did so_is so_are",
		expr:    soGoes + `LINT\b`,
		example: "The tests pass, and so does its formatting check.", counter: "It hangs, and so does the linter.",
	},
	{
		Kind: TypecheckClean, hint: "so_do so_did so_is so_are",
		expr: soGoes + `TYPES\b`, unless: `\bso (?:do|does|did|is|are) (?:the |its )?types? (?:of|in)\b`,
		example: "The tests pass and so does the type check.", counter: "It hangs, and so does the type check.",
	},
	{
		Kind: BuildPassed, hint: "so_do so_did so_is so_are",
		expr:    soGoes + `(?:build|compilation|bundle)\b`,
		example: "The tests pass and so does the release build.", counter: "It hangs, and so does the build.",
	},
	{
		Kind: BuildPassed, CodeForm: &builtCode, hint: "built assembled bundled packaged",
		expr: `CODE (?:is|was|are|were|has been|have been|got) (?:now |both |all |freshly )*(?:re-?)?(?:built|` +
			`assembled|bundled|` +
			`packaged)(?:\s*$|\s*[,.;)]|\s+(?:and (?:in|on|pushed|tagged|up|ready|its)\b|without |with no |` +
			`in \d|again\b|successfully\b))`,
		unless:  `\bby (?:ci|the|an?)\b|\b(?:if|when|once|after|each|every|whenever|not|where|how)\b`,
		example: "`ghcr.io/acme/worker:2026.11.3` is built and in the registry.", counter: "`dist/app.js` is built by CI.",
	},
	{
		Kind: Fixed, Negative: true, hint: "gone disappeared vanished trace_of",
		expr: `\b\w+(?:error|exception)s? (?:is|are) (?:now |all |finally )?gone\b|` +
			`\b(?:that|the|this|those|both|all) (?:[\w-]+ ){0,3}(?:notes?|hints?|symptoms?|stutters?|lag|noise|` +
			`artefacts?|` +
			`\w+(?:error|exception)s?) (?:has|have) (?:now |all )?(?:disappeared|vanished|gone away)\b|` +
			`\bno (?:more )?trace of (?:the |that )?(?:[\w-]+ ){0,3}BUG\b`,
		unless:  fixedUnless + `|\b(?:if|when|until|once|whether)\b|\bdisappeared from (?:the|your)\b`,
		example: "That NOTE has disappeared: 0 notes.", counter: "When the note has disappeared, close the ticket.",
	},
	{
		Kind: Fixed, hint: "again",
		expr: `, so (?:the|your|our|all|both) [^;:,]{2,50}\s(?:finds|works|opens|loads|starts|saves|renders|` +
			`shows|connects|syncs|` +
			`plays|responds|prints|parses|sends|sees|gets|reads|writes|builds|accepts|delivers|imports|exports|` +
			`receives|runs)` +
			`\s?[^;:,]{0,40}\bagain\s*\.?\s*$`,
		unless:  `\b(?:if|when|until|once|should|will|would|can|could|not|never|please)\b|n't\b`,
		example: "I changed the selector, so the scraper finds articles again.",
		counter: "I removed the flag, so the job will try it again.",
	},
	{
		Kind: Created, Files: true, hint: "created wrote put saved in_place written",
		expr: `\b(?:has been|have been|was|were) created as FILE(?:\s*$|\s*[:,;.()–—])|` +
			`\b(?:package|module|component|class|crate|library|service|page|fixture|script|command|endpoint|` +
			`schema|job|model|` +
			`controller|plugin|helper|wrapper|suite)s?(?: CODE)? (?:is|are|was|were|has been|have been) (?:now )?` +
			`(?:created|written|in place|scaffolded) \(FILES\)|` +
			`I DIDwrote (?:the|both|all|two|your) (?:[\w'-]+ ){0,3}?(?:statements?|quer(?:y|ies)|notes?|report|` +
			`tables?|lists?|results?|` +
			`data|text|summary|sql|instructions?|figures?|pair|steps|` +
			`rows) (?:as (?:[\w'-]+ ){1,4})?into (?:a new file,? )?` +
			`FILE(?:\s*$|\s*[.,;:(])`,
		unless: `\b(?:function|method|check|field|option|flag|line|lines|guard|handler|case|cases|section|entry|` +
			`import|type|` +
			`constant|hook|rule|rules|value|variable|fix|lock|column|comment|property)\b|\b(?:if|when|already|not)\b`,
		example: "The `slug` package is created (`slug.go`, `slug_test.go`).",
		counter: "I wrote the check into `a.go`.",
	},
	{
		Kind: Created, Files: true, Ambiguous: true, hint: "is_written is_saved is_in is_at are_written are_saved",
		expr: `\b(?:the|a|your|its) (?:[\w-]+ ){0,3}(?:report|export|dump|archive|diagram|summary|chart|plot|` +
			`pdf|screenshots?|list|` +
			`table|backup|snapshot|bundle|binary|results?) (?:is|are) (?:now )?(?:written|saved|exported|stored|` +
			`generated|rendered) ` +
			`(?:to|in|into|under|as|at) FILE\s*\.?\s*$`,
		unless:  `\b(?:if|when|each|every|by|after|then)\b`,
		example: "The HTML report is written to `report/cover.html`.",
		counter: "The report is written to `report.html` by the job.",
	},
	{
		Kind: Deleted, Things: true, hint: "deleted_from removed_from purged_from rows records",
		expr: `\b(?:THOSE|\d[\d.,]*|the|all) (?:[\w-]+ ){1,4}(?:is|are|was|were|has been|` +
			`have been) (?:[^;.]{2,40} and )?(?:now |all )*` +
			`(?:deleted|removed|purged|dropped|erased|wiped) from (?:CODE|(?:the|your) (?:\w+ )?(?:database|db|` +
			`table|index|queue|` +
			`collection|bucket))(?:\s*$|\s*[,;.()–—]|\s+(?:and|now|too)\b)|` +
			`I DID(?:deleted|removed|purged|erased|wiped) (?:THOSE|\d[\d.,]*|the|` +
			`all(?: the)?) (?:[\w-]+ ){0,3}(?:rows|records|` +
			`duplicates|entries|documents|users|accounts|orders|sessions|tickets|invoices|messages|events|` +
			`keys) from (?:CODE|` +
			`(?:the|your) (?:\w+ )?(?:database|db|table|index|queue|collection|bucket))`,
		unless: thingUnless + `|\b(?:call|import|line|flag|option|field|method|function|entry|dependency|key|` +
			`job|step|reference|` +
			`variable|column|rule|module|export|route|test|check|package)s? (?:is|are|was|were|has been|have been)\b`,
		example: "The 5 newer duplicates are deleted from `invoices.sqlite`.",
		counter: "Old sessions are deleted from the table after a week.",
	},
	{
		Kind: Committed, hint: "cherry squash commits amended reverted merged",
		expr: `I DIDcherry-?picked\b|\b(?:is|are|was|were|has been|have been) (?:now )?cherry-?picked (?:on|` +
			`in)?to\b|` +
			`\bcommits (?:are|is) (?:now )?(?:one\b|a single one\b|squashed\b)|` +
			`I DIDsquashed (?:[\w-]+ ){1,5}(?:in)?to (?:one|a single|CODE)|` +
			`\b(?:reverted|amended|squashed|merged|rebased) (?:in|as|into) (?:commit )?(?:CODE|[0-9a-f]{7,40}\b)|` +
			`^[^\pL\pN]*(?:amended|reverted)\s*[:(]\s*(?:CODE|[0-9a-f]{7,40}\b)`,
		unless: `\b(?:if|when|upstream|bug|regression|introduced|already|previously|can be|to be|not|should|` +
			`would)\b|` +
			`\b(?:is|was) (?:merged|reverted) (?:in|as|into) CODE`,
		example: "Cherry-picked `40be2a1` onto `release/5` as a new commit.",
		counter: "The regression was merged in `40be2a1`.",
	},
	{
		Kind: Deployed, hint: "online applied updated",
		expr: `(?:^[^\pL\pN]*|, (?:and )?|\band )(?:(?:the|your|our|both|all) )?(?:(?:new|updated|latest|` +
			`whole) )?(?:docs|documentation|site|` +
			`website|pages?|version|release|blog|article|post|storybook|demo)(?: CODE)? (?:is|are|went) (?:now |` +
			`back |already )?online(?:\s*$|\s*[,.;)]|\s+(?:now|at|` +
			`under|and)\b)|` +
			`\b(?:plan|stack|manifests?|chart|(?:terraform|infrastructure) changes?) (?:is|are|was|were|` +
			`has been|have been) ` +
			`(?:now )?applied(?:\s*$|\s*[,.;:)]|\s+(?:to|in|and)\b)|` +
			`^[^\pL\pN]*(?:gh-?pages|github pages|netlify|vercel|staging|production|` +
			`prod)\s*[:–—]\s*(?:now )?(?:updated|deployed|` +
			`live|published|up to date)\b`,
		unless: `\b(?:if|when|before|after|since|until|once|as soon as|should|will|not|whether|works|always|` +
			`still|unchanged|since (?:monday|tuesday|wednesday|thursday|friday|may|june))\b`,
		example: "gh-pages: updated, the new docs are online", counter: "When the docs are online, send me the link.",
	},
	{
		FromCode: true, hint: "\ue000",
		expr: `CODE\s*[:：→=|–—]\s*(?:all )?\d+\s*(?:/|of)\s*\d+(?: (?:tests?|checks|cases|specs))?` +
			`(?: (?:ok|pass(?:ed|es|ing)?|green|good|successful))?(?:\s*$|\s*[,;.)]\s*$)`,
		unless:  `\bfail\w*|\b(?:if|when|once)\b`,
		example: "`make check`: 9/9 ok.", counter: "`make check`: 8/9 ok.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "triggered fired fetched downloaded posted gave fed replayed submitted watched saw got",
		expr: `\bi (?:\w+ly |then |also |just )?(?:triggered|fired|fetched|downloaded|posted|replayed|` +
			`submitted)\b[^;]{2,100}?` +
			`(?:,? and|:|,)\s[^;:]{0,40}?\b(?:got|was|were|came|arrived|answered|returned|returns|redirected|` +
			`accepted|rejected|refused|` +
			`replied|responded)\b|` +
			`\bi gave (?:it|them) (?:an?|the|some) [^;:]{2,60}(?::|, and) (?:it|they|` +
			`the \w+) (?:\w+ )?(?:returns?|returned|fails?|failed|` +
			`answers?|answered|rejects?|rejected|stops?|stopped|exits?|exited|prints?|printed)\b|` +
			`\bi (?:watched|saw) (?:it|that|the|this|both|all) (?:[\w-]+ ){0,3}(?:complete|finish|succeed|` +
			`arrive|come up|go through)\b`,
		unless: lookUnless + `|\b(?:issue|pr|ticket|review|approval|pull request|permission|not|never|` +
			`fails?)\b|n't\b`,
		example: "I triggered a `charge.ok` with the CLI, and both events were answered with 200.",
		counter: "I fetched the branch, and there is a conflict.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "and_saw i_got",
		expr: `\bwith [^;:]{3,60} i got an? [\w -]{2,30} with (?:all|exactly|the|\d)|` +
			`\bi (?:started|ran|triggered|kicked off|launched) [^;:,]{3,50} and (?:then )?(?:saw|watched) (?:it|` +
			`that|the|this) ` +
			`(?:[\w-]+ ){0,3}(?:complete|finish|succeed|end|come up|go through|pass)\b`,
		unless:  `\b(?:fail\w*|not|n't)\b`,
		example: "I started one run by hand and saw that run complete, so the job is in order.",
		counter: "You started the job and saw it fail.",
	},
	{
		Kind: TestsPassed, Negative: true, hint: "red_ failing broken green_with pass_with passes_with",
		expr: `\b(?:no|zero|not a single|without)(?: more)? (?:red|failing|broken|failed) (?:tests?|specs|cases|` +
			`examples)\b|` +
			`\b(?:test|spec|case)s?\b[^;.]{0,20}\b(?:red|fails?) without (?:the |my |this )?(?:change|fix|patch|` +
			`it)\b[^;.]{0,20}\b` +
			`(?:green|pass(?:es)?) with (?:it|the (?:fix|change|patch))\b`,
		unless:  `\b(?:if|when|until|once|should|must|allowed)\b|\b(?:tests?|specs|cases) (?:that|which|for)\b`,
		example: "The suite has no red tests any more.", counter: "Merge it once there are no red tests.",
	},
	{
		FromCode: true, hint: "\ue000",
		expr: `CODE (?:now |also |still )*(?:(?:runs?|ran) (?:to the end|through)(?: without (?:an? |any )?\w+)?|` +
			`(?:ends|ended|finishes|finished|comes back|came back) with (?:exit )?(?:code |status )?(?:0|zero)\b|` +
			`(?:says|reports) (?:that )?(?:all )?\d+ files (?:would be left unchanged|are (?:fine|clean|` +
			`formatted))|` +
			`would (?:change|reformat) nothing)(?:\s*$|\s*[,.;)]|\s+(?:and|now|again|too)\b)`,
		unless:  `\b(?:if|when|until|once|only|whenever|even)\b`,
		example: "`cmake --build build` runs to the end without a warning.",
		counter: "`cmake --build build` runs to the end even if a file is missing.",
	},
	{
		Kind: BuildPassed, hint: "scratch builds typesets generates renders without is_done",
		expr: `\b(?:image|project|app|package|crate|kernel|firmware|everything|library|site|it) (?:now |also |` +
			`still )*(?:builds|compiles) ` +
			`(?:cleanly )?from scratch\b|` +
			`\b(?:thesis|paper|document|pdf|manual|book|slides|site|docs|documentation) (?:now |also |` +
			`still )*(?:typesets|generates|builds|` +
			`renders) (?:cleanly\b|(?:without|with no) (?:any |an? )?FAULTS|\(\d+ pages)|` +
			`\b(?:webpack|vite|rollup|esbuild|gradle|maven|cargo|cmake|ninja|make|xcodebuild|` +
			`msbuild) is done (?:without|with no) ` +
			`(?:any |an? )?(?:FAULTS|complaints?)\b`,
		unless:  `\b(?:if|when|until|once|should|must|never|not)\b`,
		example: "The Docker image builds from scratch.", counter: "If the image builds from scratch, push it.",
	},
	{
		Kind: TypecheckClean, hint: typesHint,
		expr: `\b(?:no|0|zero) FAULTS \((?:from |by )?TYPES\)|\bnothing (?:left |more |` +
			`else )?for (?:the )?TYPES to (?:complain|report|` +
			`flag|say|fix|object)\b|\bTYPES (?:now |also )*(?:says (?:no|0|zero) FAULTS|(?:ends|ended|finishes|` +
			`finished) with (?:exit )?` +
			`(?:code |status )?(?:0|zero)\b)|\bTYPES\s*[:–—|]\s*found (?:no|0|zero) FAULTS`,
		unless:  `\b(?:if|when|until|once|should|must)\b`,
		example: "tsc ends with exit code 0.", counter: "Stop when tsc ends with exit code 0.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "second_run third_run repeated_run fresh_run test_run trial_run",
		expr: `\b(?:a|the) (?:second|third|repeated|fresh|test|trial) run (?:[\w-]+ ){0,6}?(?:changes|changed|` +
			`finds|found|adds|added|` +
			`renames|renamed|writes|wrote|yields|yielded|gives|gave|processed|imported|exported|leaves|left)\b`,
		unless: lookUnless + `|\b(?:should|will|would|must|if|when|may|tests?|suite|bug|wrong|problem|` +
			`complain\w*|again|still|why)\b`,
		example: "A second run changes nothing, as expected.", counter: "A second run changes nothing if the cache is warm.",
	},
	{
		Kind: Deployed, hint: "on_prod on_staging against_prod against_staging on_the_prod on_live",
		expr: `\bmigrations? (?:ran|has run|have run|was run|were run|went through|has been run|` +
			`have been run) (?:\w+ )?(?:on|against|in) ` +
			`(?:the )?(?:prod\w*|staging|live)\b`,
		unless: `\b(?:if|when|until|once|before|after|last|ago|in (?:january|february|march|april|may|june|july|` +
			`august|september|` +
			`october|november|december|20\d\d))\b`,
		example: "The migration ran on production.", counter: "Once the migration ran on production, drop the column.",
	},
	{
		Kind: Committed, CodeForm: &commitHash, hint: "in_\ue000 is_\ue000 commit",
		expr: `\b(?:work|changes?|fix(?:es)?|everything|all of it|it|refactoring|rest|docs|tests) (?:is|are|` +
			`went|landed|sits?) (?:now |all )?in ` +
			`CODE(?:\s*$|\s*[,.;(]|\s+and\b)|\b(?:revert|merge|squash|new|resulting)(?: commit)? is CODE`,
		unless:  `\b(?:bug|regression|problem|error|introduced|since|upstream|already|old|broke|caus\w+)\b`,
		example: "The work is in `a1b2c3d` and `b2c3d4e`.", counter: "The bug is old: the change is in `a1b2c3d`.",
	},
	{
		Kind: Committed, hint: "in_ is_",
		expr: `\b(?:your|my|the|all) (?:work|changes?|fix(?:es)?) (?:is|are) (?:now |` +
			`all )?in (?:[0-9a-f]{0,39}\d[0-9a-f]{6,39}|[0-9a-f]{6,39}\d)\b|` +
			`\b(?:revert|merge|squash)(?: commit)? is (?:[0-9a-f]{0,39}\d[0-9a-f]{6,39}|[0-9a-f]{6,39}\d)\b`,
		unless:  `\b(?:bug|regression|problem|error|introduced|since|upstream|already|old|broke|caus\w+)\b`,
		example: "Your changes are in 3f2a91c, with a message that names the ticket.",
		counter: "The bug is that the changes are in 3f2a91c already.",
	},
	{
		Kind: Created, Files: true, hint: "a_new new_files new_tests new_scripts new_modules new_pages new_components in_place",
		expr: `FILE(?: now)?, a new (?:file|script|module|test|page|component|migration)\b|` +
			`\b(?:NUM|both) new (?:[\w-]+ )?(?:files|tests|scripts|modules|pages|components|` +
			`migrations)\s*[,:(–—]\s*FILES|` +
			`\b(?:dockerfile|workflow|config\w*|template|readme|migration|changelog|makefile|guide|` +
			`runbook) (?:is|was|has been) (?:now )?` +
			`(?:in place|created|added|written) \(FILES\)`,
		unless:  `\b(?:if|when|already|not|should|needs?)\b`,
		example: "Two new files, `a.go` and `a_test.go`.", counter: "It needs two new files, `a.go` and `b.go`.",
	},
	{
		Kind: Created, Files: true, Ambiguous: true, hint: "is_at is_in are_in is_under are_under is_now",
		expr: `\b(?:export|report|archive|dump|backup|results?|summary|diagram|screenshots?|chart|pdf) (?:is|` +
			`are) (?:now )?(?:at|in|under) ` +
			`FILE(?:\s*\.?\s*$|\s*[,;(])`,
		unless:  `\b(?:if|when|each|every)\b`,
		example: "The export is at `out/report.csv`.", counter: "When the export is at `out/report.csv`, send it.",
	},
	{
		Kind: Deleted, Files: true, Negative: true, hint: "longer",
		expr: `FILE (?:is|are) no longer (?:there|around|in the (?:repo\w*|tree|project|folder)|` +
			`part of the (?:repo\w*|project))\b`,
		unless:  `\b(?:if|when|until|once|why)\b`,
		example: "`old.go` is no longer there.", counter: "I do not know why `old.go` is no longer there.",
	},
}

// soGoes matches what is before the second check in "the tests pass, and so does the linter".
const soGoes = `(?:pass(?:es|ed|ing)?|clean|green|succeed\w*|quiet|happy|ok|builds|` +
	`compiles)\b[^.;:]{0,40}?\bso (?:do|does|did|is|are) ` +
	`(?:all )?(?:(?:the|its|my|your|our|their) )?(?:[\w-]+ )?`

var (
	// formatterCode matches a command that formats.
	formatterCode = text.LazyRegexp{Expr: `\b(?:fmt|format|prettier|black|isort|gofmt|rustfmt|clang-format|` +
		`ktlint|spotless\w*|shfmt|` +
		`autopep8|yapf|swiftformat|stylelint|biome|dprint|eslint|ruff)\b`}
	// builtCode matches what a build makes: an image with a tag, an artefact, a file in a folder for them.
	builtCode = text.LazyRegexp{Expr: `^[\w./@-]+:[\w.-]+$|\.(?:js|css|apk|ipa|aab|jar|war|whl|exe|dll|so|wasm|` +
		`zip|dmg|deb|rpm|pdf)$|` +
		`^(?:dist|build|target|bin)/`}
	// commitHash matches the name of a commit.
	commitHash = text.LazyRegexp{Expr: `^[0-9a-f]{7,40}$`}
	// faultCode matches the name of an error, a warning or a rule.
	faultCode = text.LazyRegexp{Expr: `(?i)(?:error|exception|warning|panic)\b|^(?:E|W|F|TS|SC|CS|S|C)\d{3,5}$|^CVE-`}
)
