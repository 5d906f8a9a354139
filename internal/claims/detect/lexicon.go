package detect

import (
	"strings"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A sense is what a word of a clause may stand for, so that a claim is found in any wording: a thing of which something
// is claimed, what came of it, or what takes it back. A word may have several.
type sense uint64

const (
	testsThing sense = 1 << iota
	buildThing
	lintThing
	typesThing
	bugThing
	placeThing
	releaseThing
	remoteThing
	fileThing
	workThing
	commitThing
	destThing // where git and images are pushed
	goneThing // what is deleted and is no file
	codeThing // a part of the sources: what is removed of these is an edit
	code      // inline code
	passed    // a verb for what went well, also without an auxiliary: "passed"
	endedOK   // a verb for an end, which is good only of a run that has one: "finished"
	isWell    // an adjective, which follows a form of "be" or the like: "green"
	none      // no, zero
	fault     // errors
	nothing
	pushCommand // a command that pushes, in prose or in inline code
	deployCommand
	commitCommand
	builds // a verb by which a program builds: "compiles"
	yields // a verb for what a command leaves: "produced"
	gone
	delivered
	isLive
	committed
	pushed
	wasMade
	exists
	removed
	symptom   // a verb for what a program does when it is not well: "hangs"
	functions // a verb for what a program does when it is well: "loads"
	answers   // a verb for what a program says: "replied"
	looked    // a verb for what the agent did to see it: "measured"
	be
	number
	determiner
	preposition
	light // adverbs and the like, which change nothing
	own   // I, we
	stops // it takes back what is said, or is another statement's verb
	cut   // a comma, a colon, a bracket
	and
)

const (
	checkThings = testsThing | buildThing | lintThing | typesThing
	actCommands = pushCommand | deployCommand | commitCommand
	nouns       = checkThings | bugThing | placeThing | releaseThing | remoteThing | fileThing | goneThing | codeThing
	results     = passed | endedOK | isWell | none | fault | nothing | builds | yields | gone | delivered | isLive |
		committed | pushed | wasMade | exists | removed | answers | looked
)

// lexicon has the words of each sense. "_" joins two words into one.
var lexicon = []struct {
	is    sense
	words string
	// For the table's tests: a message with a claim that has such a word, and one that has the word and no claim.
	example, counter string
}{
	{
		testsThing,
		"robolectric espresso kotest xctest spock karate testng nunit xunit mstest busted eunit hspec tasty " +
			"quickcheck hypothesis unit packages expectations property_tests integration test tests test-suite " +
			"suite suites spec specs test_case test_cases testcase testcases cases scenario scenarios assertions " +
			"examples e2e unit_tests regression_pack test_run test_pack py38 py39 py310 py311 py312 py313 py314 " +
			"scalatest munit testthat doctests",
		"Result for the spec: it came back green.", "The spec covers the green path.",
	},
	{
		buildThing,
		"build builds rebuild compilation compiler image images bundle bundles wheel wheels apk ipa aab jar " +
			"binary binaries firmware sdist",
		"wasm32 build: finished", "The build now caches what is clean.",
	},
	{
		lintThing,
		"checkpatch checkpatch.pl spotlesscheck checkstylemain buildifier scalafmtcheckall pre-commit " +
			"eslint_config perltidy dune_fmt selene juliaformatter php_cs_fixer dotnet_format taplo typos dprint " +
			"buf_lint buf_format djlint ec fantomas lint linter linters linting formatter formatting kondo " +
			"clj-kondo ktlintcheck php-cs-fixer golangci golangci-lint scalafmt scalafix rustfmt gofmt gofumpt " +
			"goimports clippy vet go_vet credo staticcheck swiftformat spotless luacheck terraform_fmt cargo_fmt " +
			"dart_format redocly style_check style_checks analyzer code_style static_analysis biome ruff " +
			"markdownlint spectral kubeconform kube-linter tsqllint puppet-lint checkov semgrep mix_format " +
			"zig_fmt stylua ormolu fourmolu hlint nixfmt statix ameba erb_lint haml-lint",
		"kondo: errors 0, warnings 0", "kondo looks for errors.",
	},
	{
		typesThing,
		"dmypy hhvm luau hh_client srb_tc flow_check ghc gleam_check types type-check type_check " +
			"type-checking typecheck type_checks typechecker type_checker tsc mypy pyright basedpyright vue-tsc " +
			"svelte-check typescript dialyzer sorbet phpstan psalm larastan pytype pyre",
		"Types check under the strict flag.", "The types that pass through stay.",
	},
	{
		bugThing,
		"nan nans bad_gateway stutters segfaults lag slowdown duplicate e-mails npe 404 500 502 503 401 403 " +
			"400 traceback stack_trace typeerror valueerror keyerror importerror nullpointerexception oom ooms " +
			"double-free data_race assertion bug bugs leak leaks crash crashes race deadlock hang hangs freeze " +
			"flake flakiness flicker glitch error errors warning exception panic segfault regression overflow " +
			"mismatch drift duplication jitter stutter failure issue problem race_condition memory_leak " +
			"deadlocks n+1 starvation timeout timeouts duplicates symptom",
		"Leak closed.", "A leak closed the file.",
	},
	{
		placeThing,
		"box gateways gateway package_index index boxes fleet database db launchdarkly lab bench device " +
			"devices account environment workers tenants docker_swarm lambda netlify_site cloudflare bastion " +
			"home_page hub staging production prod qa uat dev preprod pre-prod sandbox cluster testflight " +
			"preview canary npm pypi crates.io maven_central rubygems hex.pm nuget ghcr registry fly heroku " +
			"vercel netlify edge hosts nodes servers regions pages app_store play_store marketplace live_site",
		"v7.3.0 in production", "v7.3.0 in production is what you see.",
	},
	{
		releaseThing,
		"preview rule rules dns record dashboards role roles stack firmware extension plugin landing_page " +
			"flag feature_flag release version revision chart package site service app image build worker api " +
			"frontend backend fix patch hotfix config configuration policy migration migrations dashboard " +
			"function lambda",
		"The chart has been rolled out to the qa cluster.", "The chart on qa shows the cluster.",
	},
	{
		remoteThing,
		"branch branches tag tags remote origin upstream main master develop trunk",
		"Remote branch overwritten with `5cd90aa`.", "The remote branch has `5cd90aa`.",
	},
	{
		fileThing,
		"lockfile lockfiles file files script scripts module modules folder directory migration adr runbook " +
			"config fixture fixtures document doc docs changelog snapshot snapshots dump branch branches bucket " +
			"buckets table tables image images volume volumes namespace namespaces pod pods job jobs container " +
			"containers backup backups",
		"Three snapshots (2021–2023) deleted from `db/snapshots`", "It deleted snapshots from `db/snapshots`.",
	},
	{
		workThing,
		"lot change changes work everything fix edits it all both that this update refactor refactoring",
		"Fix on `main`, change committed.", "Change `committed` to true.",
	},
	{
		commitThing,
		"commit commits head git history",
		"Four small commits sit on top of `develop`.", "Commits on `develop` are small.",
	},
	{
		destThing,
		"origin remote remotes upstream fork registry docker_hub ghcr ecr github gitlab artifact_registry " +
			"codeberg bitbucket gitea gh-pages",
		"Upstream has it.", "Upstream has a fix for it.",
	},
	{
		goneThing,
		"symlink symlinks workspace keystore ami amis project repo worktree worktrees db database databases " +
			"schema schemas rows objects records orphans copies copy key keys stack lambda lambdas cluster " +
			"instance instances vm vms secret secrets releases topic topics queue queues jenkinsfile gemfile " +
			"cronjob cronjobs packages node_modules artifacts artefacts leftovers environment sessions logs view " +
			"views users accounts deployment deployments bucket prefix",
		"Retired three Lambda functions.", "Three keys are removed when they are old.",
	},
	{
		codeThing,
		"import imports function method methods class classes line lines call calls field fields param " +
			"params parameter parameters argument arguments check checks option options variable variables " +
			"constant constants comment comments block condition guard loop handler hook interface dependency " +
			"dependencies decorator attribute prop props code cast casts section sections logic branch_of helper " +
			"helpers statement statements annotation wrapper todo whitespace references reference usage usages",
		"", "",
	},
	{
		deployCommand,
		"deploy deployment rollout roll-out redeploy ota",
		"Production deploy went out at 16:20.", "The deploy waits for production.",
	},
	{
		passed,
		"held hold succeeding pass passes passed passing succeed succeeds succeeded through went_well " +
			"goes_well",
		"The existing `ReportTest` cases continue to pass.", "The cases pass `nil` to the report.",
	},
	{
		endedOK,
		"went_out complete completes completed finish finishes finished done ran_through",
		"`docker build` completed.", "Which build finished last?",
	},
	{
		isWell,
		"formatted success already_formatted well-formatted green clean cleanly ok okay fine happy quiet silent " +
			"successful successfully spotless satisfied error-free good warning-free in_order all_well flawless " +
			"flawlessly unchanged-green",
		"cppcheck: clean", "cppcheck looks for clean loops.",
	},
	{
		none,
		"not_one_single no zero 0 without none not_a_single not_one",
		"detekt without findings", "detekt without a config",
	},
	{
		fault,
		"fixes diff diffs fail promotions counterexamples error errors failure failures failed failing " +
			"findings finding warning warnings issue issues problem problems violation violations offense " +
			"offenses offence offences complaint complaints diagnostics regressions fault faults remarks hints " +
			"infractions mistakes skips fails",
		"scalac: warnings 0, errors 0, and lint without violations", "Lint has warnings without end.",
	},
	{
		nothing,
		"comes_up_empty came_up_empty came_back_empty comes_back_empty nothing",
		"scalafmt finds nothing to reformat.", "scalafmt has nothing to do with it.",
	},
	{
		builds,
		"builds compiles links assembles cross-compiles build compile",
		"Scheme `App` builds for the simulator once more.", "Scheme `App` builds the simulator's list.",
	},
	{
		yields,
		"built compiled type-checks typechecks yields yielded produces produced gives gave leaves left " +
			"emits emitted wrote writes",
		"`nix build .#default` yields an 8.1 MB binary.", "`nix build .#default` yields when it waits.",
	},
	{
		gone,
		"sorted no_more ceased taken_care_of gone closed resolved cured solved fixed repaired squashed " +
			"disappeared vanished eliminated plugged mended history",
		"The memory leak on resume has vanished.", "The leak is gone if you close the file.",
	},
	{
		delivered,
		"flashed run migrated started submitted scaled switched upgraded cut_over flipped rotated enabled " +
			"activated provisioned deployed released published shipped promoted rolled_out installed applied " +
			"redeployed",
		"`web` 2.4 deployed to staging.", "It names what will be deployed to staging.",
	},
	{
		isLive,
		"live out up running serving on at in",
		"256 MB is live in dev.", "256 MB is enough in dev.",
	},
	{
		committed,
		"recorded saved wrapped_up checked_in folded squashed committed amended",
		"Change committed.", "Committed changes are listed.",
	},
	{
		pushed,
		"mirrored sent uploaded synced went_up updated landed pushed overwritten force-pushed",
		"`registry.acme.io/sidecar:0.9` pushed", "Pushed images are listed.",
	},
	{
		wasMade,
		"brand-new newly_created made put drew_up drawn_up dropped produced created added written generated " +
			"scaffolded new",
		"`justfile` created with a `check` recipe", "A `justfile` is created by `init`.",
	},
	{
		exists,
		"exists exist there in_place",
		"ADR 4 exists as `docs/adr/0004-kafka.md`.", "It exists in `docs/adr` if you want.",
	},
	{
		removed,
		"rm'd destroyed terminated deregistered emptied torn_down tore_down retired unlinked got_rid_of " +
			"threw_out thrown_out cleared_out nuked trashed cleaned_up unpublished taken_down deleted removed " +
			"gone dropped erased wiped purged pruned",
		"`tmp/old.sql` deleted", "`tmp/old.sql` was deleted by cron.",
	},
	{
		answers,
		"worked opened rendered connected arrived came_up stayed appeared raises raised has had makes " +
			"flags flagged finds found reads read_back match matches matched served " +
			"accepted holds agree agrees appears starts works stays comes_out answers answered replies replied " +
			"returns returned responds responded prints printed says said shows showed reports reported lists " +
			"listed gives gave came_back comes_back got gets resolves resolved imports loads loaded yields " +
			"yielded",
		"A `redis-cli ping` inside the master got its PONG.", "A `redis-cli ping` gets a PONG if it runs.",
	},
	{
		symptom,
		"crashed broke stopped hung froze take takes trap traps freeze stop stops need needs ask asks " +
			"fail fails crash crashes die dies " +
			"segfault segfaults abort aborts hang hangs freezes leak leaks flicker flickers jump jumps climb " +
			"climbs grow grows creep creeps repeat repeats duplicate duplicates double doubles lose loses drop " +
			"drops throw throws panic panics error errors break breaks hit hits miss misses overflow overflows " +
			"truncate truncates stall stalls block blocks deadlock deadlocks loop loops swallow swallows corrupt " +
			"corrupts overlap overlaps reset resets disappear disappears vanish vanishes flash flashes stutter " +
			"stutters spin spins complain complains drift drifts return returns show_up shows_up occur occurs " +
			"happen happens reproduce reproduces explode explodes puts gets appear appears raise raises garble " +
			"garbles time_out times_out blow_up blows_up choke chokes trip trips ignore ignores",
		"Memory no longer climbs during imports.", "Memory climbs no longer than a second.",
	},
	{
		functions,
		"works work loads load opens open renders render starts start plays play saves save shows show " +
			"shows_up show_up sends send receives receive uploads upload connects connect scrolls updates update " +
			"boots parses arrives arrive syncs exports imports prints behaves behave sorts links downloads " +
			"resumes responds authenticates",
		"Safari loads the video previews again.", "Safari loads the previews once again when it is asked.",
	},
	{
		looked,
		"looked_up measured curled queried pinged called requested fetched loaded profiled benchmarked timed " +
			"watched probed replayed smoke-tested spot-checked installed started ran re-ran executed counted " +
			"served played ssh'd logged killed restarted posted sent typed resized dumped rendered simulated " +
			"poked",
		"We measured that with k6 against `load/search.js`.", "We measured it last year.",
	},
	{
		be,
		"sits sit is are was were 's 're has have been be stays stay stayed remains remain remained comes " +
			"come came goes go went runs run ran turns turned finishes finished ends ended exits exited reports " +
			"reported says said looks keeps kept shows showed still gets got continue continues continued",
		"", "",
	},
	{
		determiner,
		"the a an its their each every any this that these those my our your one another his",
		"", "",
	},
	{
		preposition,
		"along in on at by for from of to with under against across over as after since inside within " +
			"throughout via through into between per than including using",
		"", "",
	},
	{
		light,
		"no_longer any_more now still also all again both just fully completely entirely nicely too here " +
			"then already back it they everything of_them together locally continue_to continues_to continued_to " +
			"down_to back_to up_to once_more as_well at once twice finally cleanly afterwards so far left " +
			"remaining whole full entire new existing only first second final",
		"", "",
	},
	{
		number,
		"two three four five six seven eight nine ten eleven twelve",
		"", "",
	},
	{
		own,
		"i we i've we've",
		"", "",
	},
	{
		and,
		"and & plus",
		"", "",
	},
	{
		stops,
		"that what how which when if once whether who where because until unless while cover covers covering " +
			"covered check checks checking asserts assert use uses used using add adds added adding wrote write " +
			"writes need needs needed want wants would require requires expects expect not never cannot nor " +
			"neither skip skips skipped said reads read sets set makes make takes take calls call must shall " +
			"should may might can could will let lets mock mocks verify verifies cause causes caused handles " +
			"handle accepts accept",
		"", "",
	},
}

// sensesOf are the senses of each word, and of words that are joined by a space.
var sensesOf = text.Lazy[map[string]sense]{Make: func() map[string]sense {
	m := map[string]sense{}
	for _, row := range lexicon {
		for _, word := range patterns.HintWords(row.words) {
			m[word] |= row.is
			if row.is&nouns != 0 && !strings.HasSuffix(word, "s") {
				m[word+"s"] |= row.is
			}
		}
	}
	return m
}}

// resultWords are the words of the lexicon without which no clause has a claim.
func resultWords() (list []string) {
	list = []string{"live", "no longer", "again", "production", "staging"}
	for _, row := range lexicon {
		if row.is&results != 0 && row.is != isLive {
			list = append(list, patterns.HintWords(row.words)...)
		}
	}
	return list
}

// proseTools are programs whose names are common words, which mean something else outside of inline code.
const proseTools = " build behave ward standard flow parcel vale prove next expo "

// thingsOfTool returns what a program's name in prose, with the word after it, stands for.
func thingsOfTool(word, next string) (is sense) {
	if !shell.IsTool(word) || strings.Contains(proseTools, " "+word+" ") {
		return 0
	}
	t, ok := shell.ToolOf([]string{word, next})
	if !ok {
		return 0
	}
	return thingOf(t.Kinds)
}

// thingOf returns the thing of which a program of these kinds is said to be clean or to pass.
func thingOf(k shell.Kinds) sense {
	switch {
	case k&shell.Tests != 0:
		return testsThing
	case k&shell.Types != 0 && k&shell.Build == 0:
		return typesThing
	case k&shell.Lint != 0:
		return lintThing
	case k&shell.Build != 0 && k&shell.Push == 0:
		return buildThing
	case k&shell.Push != 0:
		return pushCommand
	case k&shell.Deploy != 0:
		return deployCommand
	case k&shell.Commit != 0:
		return commitCommand
	}
	return 0
}

// A oneOf is a list of words in spaces, "_" for a space in a word.
type oneOf string

func (w oneOf) has(word string) bool {
	return word != "" && strings.Contains(string(w), " "+strings.ReplaceAll(word, " ", "_")+" ")
}

// Words that are looked for in one place only. Each constant's comment says what such a word does there.
const (
	// throughAfter follows "through" where nothing went through something.
	throughAfter oneOf = " for on in without with again now at after fine cleanly this including "
	// earlierThing before a thing says that it is another one.
	earlierThing oneOf = " last previous earlier next old "
	// passedTo follows "is passed" where something is handed over.
	passedTo oneOf = " to in into as by through along down around "
	// aloneAfter follows a participle that is a claim by itself: "pushed, too".
	aloneAfter oneOf = " , and too / as ( now on to "
	// objectPronoun follows a verb as its object.
	objectPronoun oneOf = " it them everything all both back "
	// habitAfter says when or by what something is done, and so perhaps regularly.
	habitAfter oneOf = " by after before during per when if once each every until automatically "
	// keptAway may be said of other things than commits.
	keptAway oneOf = " recorded saved wrapped_up folded squashed "
	// sawIt tells who has seen what is gone: "the crash that you reported".
	sawIt oneOf = " reported saw hit mentioned noticed complained found described "
	// plainPush needs no word for the remote.
	plainPush oneOf = " pushed force-pushed overwritten mirrored "
	// dropsTo follows a verb that removes nothing: "dropped to".
	dropsTo oneOf = " to from into by in on "
	// hostPreposition comes before a host.
	hostPreposition oneOf = " to on onto against "
	// deliveryVerb means a delivery even without its place.
	deliveryVerb oneOf = " deployed redeployed released published shipped promoted rolled_out installed applied " +
		"flashed rotated provisioned upgraded "
	// namedPlace is a place that is nothing else.
	namedPlace oneOf = " staging prod production qa uat testflight canary npm pypi crates.io launchdarkly netlify " +
		"vercel heroku fly rubygems hex.pm nuget cluster hosts servers nodes regions "
	// publishedThing may be "up" or "out".
	publishedThing oneOf = " preview page release version site website extension package chart update hotfix patch "
	// buildsOn follows "builds" where nothing is compiled.
	buildsOn oneOf = " on to upon up into "
	// toFile comes before "to" and the file that was made.
	toFile oneOf = " written wrote saved "
	// atFile comes before a file that was made.
	atFile oneOf = " as at under to "
	// commitSits follows "commit" where it was made.
	commitSits oneOf = " sit sits made done "
	// hasIt follows "origin has".
	hasIt oneOf = " it them both everything all "
	// weakAnswer may follow what the agent did, and tell of no look.
	weakAnswer oneOf = " found finds got gets has had makes gives gave start starts holds "
	// stateVerb says where something is.
	stateVerb oneOf = " is are 's 're sit sits "
	// holds follows a commit that holds something.
	holds oneOf = " hold holds has contains carries includes "
	// placePreposition comes before a place.
	placePreposition oneOf = " in on at "
	// habitSubject builds regularly, so that "builds" tells of no run.
	habitSubject oneOf = " ci job jobs workflow workflows pipeline pipelines action actions script scripts step steps " +
		"make which that who what it hook hooks docker cmake bazel cargo npm gradle "
)
