package detect

import "ccc/internal/text"

// What the agent saw when it looked at the outcome is told in one of three ways: by what it did and what came of it
// ("Timed five cold starts: between 1.1 and 1.3 s"), by the means that showed it ("The logs show no `ECONNRESET`"), or by
// the place in which the thing works ("The PDF opens in Acrobat").

// seen are the patterns of that.
var seen = []*pattern{
	{
		kind: Verified, tried: true, ran: true,
		hint: "ran started executed launched booted tried clicked replayed exercised invoked timed benchmarked " +
			"profiled fuzzed load-tested tested listened tailed curled pinged probed polled scanned restored " +
			"reloaded refreshed restarted killed unplugged toggled rotated turned resized dragged pasted submitted " +
			"signed logged walked stepped went simulated emulated reproduced played recorded captured triggered " +
			"fired booked paid ordered connected dialed stressed soaked subscribed hammered spammed threw",
		expr: `I DID(?:re-?)?(?:ran|started|executed|launched|booted|tried|clicked|replayed|exercised|invoked|timed|` +
			`benchmarked|profiled|fuzzed|(?:load|stress|smoke|soak)[ -]?tested|stressed|soaked|hammered|spammed|` +
			`listened|tailed|curled|pinged|probed|polled|scanned|restored|` +
			`reloaded|refreshed|restarted|killed|unplugged|toggled|rotated|turned|resized|dragged|pasted|submitted|` +
			`signed|logged|walked|stepped|went|simulated|emulated|reproduced|played|recorded|captured|triggered|fired|` +
			`booked|paid|ordered|connected|dialed|subscribed|threw)\b[^;]{2,100}?(?:SEP[^;]{0,60}?SEEN|HOW\b)`,
		unless:  seenUnless,
		example: "Timed five cold starts: between 1.1 and 1.3 s.",
		counter: "I tried to turn the page into a form, and it is still a table.",
	},
	{
		kind: Verified, tried: true, hint: "looked checked compared inspected measured diffed counted watched " +
			"monitored observed eyeballed cross-checked double-checked spot-checked sampled searched queried read " +
			"opened visited loaded asked sent hit requested fed called grepped printed exported imported rendered " +
			"dumped examined verified confirmed",
		expr: `I DID(?:re-?)?(?:looked|(?:cross-|double-|spot-)?checked|compared|inspected|measured|diffed|counted|watched|` +
			`monitored|observed|eyeballed|sampled|searched|queried|opened|visited|loaded|asked|sent|hit|requested|fed|` +
			`called|grepped|printed|exported|imported|rendered|dumped|examined)\b[^;]{0,100}?SEP[^;]{0,60}?SEEN`,
		unless: seenUnless + `|\b(?:looked|checked|compared|inspected|searched|read|opened|examined|grepped)\b[^,:;]{0,30}` +
			`\b(?:code\w*|callers?|sources?|implementation|docs?|documentation|history|git|commits?|logic|functions?|` +
			`modules?|configs?|configuration|specs?|tests?|repo\w*|issues?|imports?|references|usages?|uses|` +
			`call sites|changelog|pr|branch(?:es)?)\b`,
		example: "I looked at the actual rows: none of them has a null e-mail.",
		counter: "I checked the callers: none passes nil, and both are fine.",
	},
	{
		kind: Verified, tried: true, hint: "i_see i_saw i_get i_got i_now i_only i_count i_measure i_hear i_then i_still i_also",
		expr: `\bi (?:now |only |also |then |still )?(?:see|saw|get|got|count|counted|measure|measured|hear|heard) ` +
			`(?:no|zero|only|exactly|the (?:right|same|expected|new|correct|full)|(?:about |around |roughly )?\d[\d.,]*|` +
			`a (?:token|200|201|reply|response|clean|valid))\b`,
		unless: `\b(?:reasons?|ways?|other|point|answers?|choice|access|permissions?|harm|mention|need|value|options?|` +
			`problem with|[45]\d\d|errors?:|denied|refused)\b`,
		example: "With the new MTU I see no fragments on the tunnel.", counter: "I see no other way to do it.",
	},
	{
		kind: Verified, tried: true,
		hint: "log sentry grafana kibana datadog dashboard monitor metric graph trace jaeger devtools network console " +
			"lighthouse packet tcpdump strace valgrind profil flame heap memory pixel screenshot dry voiceover nvda " +
			"reader talkback axe pa11y oscilloscope multimeter explain query benchmark hyperfine wrk k6 locust load_ " +
			"smoke spot_ side diff checksum row health status ping_ traceroute nslookup curl postman browser " +
			"newrelic splunk cloudwatch loki",
		expr: `(?:^|[^\w-])MEANS\b[^;]{0,70}?(?:(?:\s(?:SHOWS)\b|:|→|=|–|—|\s-\s|\|)[^;]{0,70}?|\s(?:is|are|was|were) (?:\w+ )?)SEENWELL`,
		unless: `\b(?:why|whether|how|that the (?:cause|problem|bug|issue)|should|would|must|can|could|will|when|if|each|` +
			`every (?:time|request)|level|verbose|added|adds|new (?:field|line|entry|format|column)|config\w*|written|writes?|settings?|lines?|fix\w*|cut|rea?d|fail\w*|broken|` +
			`cause|because|your|you|instead of|format|rotat\w+|expects?)\b`,
		example: "Sentry shows no new events of that group since the restart.",
		counter: "The logs have a new field with the request's id, and no colour.",
	},
	{
		kind: Verified, tried: true, ran: true, named: &text.LazyRegexp{Expr: `(?i)^(?:\$ |sudo |time )*(?:curl|wget|https?|` +
			`dig|nslookup|host|ping|nc|openssl|ssh|psql|mysql|sqlite3|mongosh?|redis-cli|select|explain|show|kubectl|` +
			`oc|docker|podman|crictl|systemctl|journalctl|ps|ss|netstat|lsof|top|free|df|du|aws|gcloud|az|ffprobe|` +
			`ffmpeg|identify|exiftool|file|jq|yq|hyperfine|wrk|ab|k6|strace|ldd|nm|size|grpcurl|websocat|nginx|` +
			`promtool|amtool|helm|flyctl|fly|heroku|vault|consul|nomad|rabbitmqctl|kafka-\S+|python3?|node|php|ruby|` +
			`java|which|uname|\S+ --version|\./\S+|source-map-explorer|valgrind|pg_\w+|vmstat|iperf3?|` +
			`mtr|traceroute|tcpdump|gdb|perf|npm view|pip show|sha256sum|md5sum|diff|cmp|wc|ls|stat|crontab)\b.*\s`},
		hint: "\ue000 \ue001 \ue002 \ue003 \ue004 \ue005 \ue006 \ue007 \ue008",
		expr: `CODE[^;]{0,50}?(?:\s(?:SHOWS|resolves?|answers?|answered|outputs?|points?|succeeds?|connects?|replied|replies)\b|` +
			`:|→|=|–|—|\s-\s|,)[^;]{0,60}?(?:SEENWELL|\b(?:the )?(?:new|expected|right|correct)\b|\d|CODE)`,
		unless: `\b(?:why|should|would|must|can|could|will|when|if|whenever|unless|until|run|use|fail\w*|refus\w+|denied|` +
			`error|forbidden|cannot|not|replaced|instead of|added|adds|because|you|your|needs?|every|each time|` +
			`[45]\d\d|takes|expects?|wants|uses|(?:is|are) for|in place|streams?)\b|\bfor CODE|^[^\pL\pN\x{e000}-\x{e0c7}]*(?:with|after|for|via|the)? ?(?:add|` +
			`added|replace|run|use|changed|set)\b`,
		example: "`dig +short api.example.org` gives the new address.",
		counter: "`curl -f url` returns 22 when the server answers with 500.",
	},
	{
		kind: Verified, tried: true,
		hint: "tested measured checked tried timed compared played opened viewed replayed profiled benchmarked verified " +
			"confirmed validated clicked driven exercised reproduced",
		expr: `(?:^[^\pL\pN]*|[|:–—,(]\s*|\s-\s|\b(?:is|are|was|were|been|all|both|all of it|each) )(?:also |then |by hand |` +
			`manually |successfully )*(?:re-?)?(?:tested|measured|checked|tried(?: out)?|timed|compared|viewed|replayed|` +
			`profiled|benchmarked|verified|confirmed|validated|clicked through|exercised|reproduced|cross-checked) ` +
			`(?:(?:by hand|manually|locally|it|them|this|both)\s+)*(?:with|in|on|against|via|using|from|over|by|across|` +
			`under|before and after)\s+[^;]{1,70}?(?:SEP|\)|\|)[^;]{0,60}?SEEN`,
		unless: seenUnless + `|\b(?:is|are) (?:also |then )?(?:re-?)?(?:tested|tried|measured|checked|compared|verified|validated|replayed) ` +
			`(?:by|in|against|with|on|before|after)\b`,
		example: "Bundle size – measured with `source-map-explorer`, 412 kB → 287 kB.",
		counter: "The token is checked with a key, and nothing else is.",
	},
	{
		kind: Verified, tried: true,
		hint: "chrome firefox safari edge acrobat preview okular excel libreoffice outlook gmail vlc simulator emulator " +
			"iphone ipad pixel android browser ios thunderbird numbers sheets figma device phone tablet windows",
		expr: `\b(?:opens?|opened|renders?|rendered|plays?|played|displays?|looks?|looked|works?|worked|loads?|loaded|` +
			`imports?|imported|behaves?|shows?|showed|scrolls?|arrive[sd]?|appears?|prints?)\b[^;:]{0,40}?\b(?:in|on|` +
			`with|under) (?:(?:the|a|an|my|both|real|old|mobile|desktop|latest|recent|physical) )*(?:chrom\w+|firefox|` +
			`safari|edge|acrobat|preview|okular|excel|libreoffice|outlook|gmail|vlc|simulator|emulator|iphone|ipad|` +
			`pixel|android|browser|ios \d+|thunderbird|numbers|google sheets|device|phone|tablet|windows)s?\b`,
		unless: `\b(?:only|just|not|n't|should|would|if|when|does|did|cannot|how|what|that|which|to|bug|known|broken|` +
			`never|better|differently|fix\w*|instead|will|user\w*|can|may|button|option|component|support\w*|` +
			`new (?:\w+ )?(?:tab|window)|adds?|added|now that)\b|\bedge cases?|\b(?:device|browser) (?:tab|\w+ing)`,
		example: "The PDF opens in Acrobat, fonts embedded.", counter: "The link opens in a new browser tab only.",
	},
	{
		kind: Verified, tried: true, hint: "manual visual smoke spot sanity quick end-to-end e2e browser cross-check side_by",
		expr: `\b(?:manual(?:ly)?|visual(?:ly)?|smoke|spot|sanity|quick|end-to-end|e2e|browser|exploratory|live|local) ` +
			`(?:tests?|checks?|runs?|pass|walk-?throughs?|look|trial)\b[^;:]{0,60}?(?::|–|—|\s-\s|\||,| shows?| showed|` +
			`went)[^;]{0,70}?SEENWELL|` +
			`\bcross-checked?\b[^;]{0,50}?:|` +
			`\bside by side\b[^;]{0,70}?\b(?:match(?:es)?|identical|the same|no (?:visible )?difference)\b`,
		unless:  `\b(?:should|would|if|add\w*|to do|todo|skipped|missing|fail\w*|not|plan|steps|your|you)\b`,
		example: "Manual test in the simulator: swipe to delete works, undo too.",
		counter: "Manual check still to do: the swipe should work.",
	},
	{
		kind: Verified, tried: true, ran: true, hint: "when_i_ once_i_ after_i_ as_i_ time_i_ if_i_",
		expr: `^[^;]{8,100}\b(?:when|after|once|as soon as|every time) i (?:re-?)?(?:submit\w*|click\w*|press\w*|open\w*|` +
			`reload\w*|resize\w*|rotate\w*|type\w*|enter\w*|select\w*|toggle\w*|log\w*|send|sent|kill\w*|pull\w*|` +
			`unplug\w*|restart\w*|refresh\w*|scroll\w*|drag\w*|tap\w*|upload\w*|switch\w*|hit|stop\w*|disconnect\w*)\b|` +
			`^[^\pL\pN]*(?:when|if) i (?:\w+) [^;]{3,60}?, [^;]{0,50}?SEENWELL`,
		unless:  `\b(?:fail\w*|crash\w*|hang\w*|broken|still|should|would|will|want\w*|let me|you|ask\w*|stopped here)\b`,
		example: "The screen reader announces the error when I submit the form.",
		counter: "It still fails when I submit the form.",
	},
	{
		kind: Verified, tried: true, ran: true, hint: "switched changed turned cleared disabled enabled pulled closed muted throttled went i_set i_put i_cut i_moved",
		expr: `I DID(?:switched|changed|set|turned|put|cleared|disabled|enabled|cut|pulled|closed|muted|throttled|went|moved)\s` +
			`[^;:,]{0,40}?\b(?:language|locale|theme|dark mode|time ?zone|clock|date|zoom|orientation|tablet|phone|device|` +
			`keyboard|network|wi-?fi|cable|connection|internet|laptop|browser|vpn|airplane mode|cookies|cache|offline|` +
			`viewport|window|slider|dropdown|checkbox|toggle|plug|power)\b[^;:]{0,40}?SEP[^;]{0,60}?SEEN`,
		unless:  seenUnless + `|\b(?:code|config\w*|default|css|class|component|property|variable|option|setting|prop)\b`,
		example: "I switched the language to Arabic, and the sidebar moves to the right.",
		counter: "I changed the default language in the config, and all of it is read from there.",
	},
	{
		kind: Verified, tried: true, ran: true, hint: "test_account test_user test_tenant test_mail test_order test_message test_customer test_p demo_ guest throwaway scratch_ dummy to_my_ two_",
		expr: `(?:I DID\w+(?:ed|nt|t|de)\b[^;:]{0,70}?|\b)(?:test|demo|guest|throwaway|scratch|dummy) (?:\w+ )?(?:account|` +
			`user|tenant|customer|orders?|profile|messages?|mails?|payments?|projects?|board|card|upload)\b[^;]{0,50}?` +
			`(?:SEP|\b(?:within|in|after) )[^;]{0,60}?SEEN|` +
			`\b(?:replied|responded|answered|reacted) to my (?:test )?\w+|` +
			`\btwo (?:browsers?|tabs|windows|clients|devices|terminals)\b[^;]{0,50}?:[^;]{0,80}?SEEN`,
		unless:  seenUnless + `|\b(?:added|created|wrote|fixed|fixtures?)\b`,
		example: "I sent the invoice to the test account, it arrived with the PDF attached.",
		counter: "The test account has no password.",
	},
}

const seenUnless = triedUnless + `|\btried (?:to|\w+ing|(?:\w+ )?(?:approach|way|thing|option|fix|idea)\w*)\b|` +
	`\b(?:went (?:with|for|back|ahead|over|on)|turned (?:it |this |them |\w+ )?(?:into|off|out|to)|` +
	`walked (?:into|away)|signed off|killed off|called (?:it|this|them) |started (?:with|from|by|out|on|off|to)|` +
	`looked (?:for|into|up|through|over)|played (?:with|around)|asked (?:you|for)|sent (?:you|a pr)|opened (?:a|an|the) (?:pr|` +
	`pull|issue|ticket|mr)|opened \S*(?:/pull|/issues|/merge_req|#\d)|fed (?:up|into)|read up|restored (?:the|its|their) (?:old|previous|original|default)|` +
	`(?:captured|recorded) (?:the|this|it|them|that) (?:in|as)|connected (?:it|them|the \w+) to|paid off|` +
	`logged (?:the|an?|errors?|as)|triggered by|submitted (?:to|a|the) (?:pr|pull))\b|` +
	`\b(?:fail(?:s|ed)?|could not|couldn't|cannot|can't) (?:to|with|on|at)\b|` +
	`\b(?:ran|executed|started|tried|triggered|restarted) (?:the )?(?:\w+ )?(?:migrations?|deploy\w*|terraform|rollout)\b|` +
	`\bopened (?:the )?(?:file|CODE)`
