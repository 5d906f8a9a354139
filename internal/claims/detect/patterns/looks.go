package patterns

import "ccc/internal/text"

// lookPatterns match what the agent saw when it looked at the outcome, told in one of three ways: what it did and what
// came of it ("Timed five cold starts: between 1.1 and 1.3 s"), what showed it ("The logs show no error"), or where the
// thing works ("The PDF opens in Acrobat").
var lookPatterns = []*Pattern{
	{
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "-tested ran called requested hit sent posted tried opened fed without_err without_an without_prob",
		expr: `I DID(?:play|beta|field|hand|drive)-?tested\b|` +
			`I DIDran (?:it|this|that|the \w+) (?:on|in) (?:an?|the|my) [^.;:,]{0,24}?\b(?:emulator|simulator|device|phone|` +
			`iphone|ipad|pixel|board|vm|machine|notebook)\b|` +
			`I DID(?:migrated|imported|ran|loaded|replayed|installed|restored|booted|started)\b[^.;:]{3,80}?\bwithout ` +
			`(?:an? |any )?(?:errors?|problems?|issues?)\b|` +
			`I DID(?:called|requested|hit|sent|posted|tried|opened|fed)\b[^.;:]{2,60}?\band (?:i )?(?:got|saw|` +
			`received) (?:an? |the |` +
			`no |back )`,
		unless:  useUnless + `|\b(?:issue|pr|ticket|review|answer|approval|pull request)\b`,
		example: "I called it without a signature and got a 400.", counter: "I opened an issue and got an answer.",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true, hint: "实测 试过 测过 验证过 查过 看过 跑过 检查过 校验过 点 看",
		expr: `在\s?(?:浏览器|真机|模拟器|手机|chrome|safari|firefox)(?:里|上|中)?(?:实测|试|点|看)[^，。；]{2,20}(?:会|能|可以|不再)|` +
			`CODE\s*(?:也|都)?(?:查|看|跑|试|测|检查|校验)过了?，?\s*(?:没有?问题|正常|通过|没报错)|` +
			`(?:^|，|；|我)(?:已经?|都)?在[^，。；]{2,16}?(?:里|中|上|环境|工具)?(?:都|也|已)?(?:实测|试过|测过|验证过)(?:了|过)?\s*(?:$|[，。；:：])`,
		unless:  `[未没待]|需要?|请|如果|[你您]|用户|可以`,
		example: "已在微信开发者工具里实测。", counter: "还没在真机上实测。",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "ran started executed launched booted tried clicked replayed exercised timed benchmarked profiled fuzzed " +
			"tested listened tailed curled pinged probed polled reloaded restarted unplugged signed logged simulated " +
			"emulated spun brought crawled connected dialed booked paid stressed soaked subscribed hammered spammed",
		expr: `(?:I DID|[:|]\s+)(?:(?:re-?)?(?:ran|started|executed|launched|booted|clicked|replayed|exercised|timed|` +
			`benchmarked|profiled|fuzzed|(?:load|stress|smoke|soak)?[ -]?tested|listened|tailed|curled|pinged|probed|polled|` +
			`loaded|crawled|dialed)|tried|stressed|soaked|hammered|spammed|restarted|unplugged|spun up|brought up|` +
			`signed (?:in|up|out)|logged (?:in|out|on)|simulated|emulated|booked|paid|subscribed|connected to)\b` +
			`[^;]{2,100}?(?:SEP[^;]{0,60}?SEEN|HOW)`,
		unless: lookUnless + `|\btimed out\b|\b(?:paid attention|hammered out|polled every)\b|\btried (?:a|an|` +
			`the) \w+ first\b`,
		example: "Timed five cold starts: between 1.1 and 1.3 s.",
		counter: "I tried to turn the page into a form, and it is still a table.",
	},
	{ // the verbs may tell of an edit, too, if code is their object, or what they are to bring about follows
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "invoked scanned restored refreshed killed toggled rotated turned resized dragged pasted submitted walked " +
			"stepped went reproduced played recorded captured triggered fired typed followed pressed entered plugged " +
			"drove placed ordered connected threw retried",
		expr: `(?:I DID|[:|]\s+)(?:re-)?(?:invoked|scanned|restored|refreshed|killed|toggled|rotated|turned|resized|` +
			`dragged|` +
			`pasted|submitted|walked|stepped|went|reproduced|played|recorded|captured|triggered|fired|typed|followed|pressed|` +
			`entered|plugged|drove|placed|ordered|connected|threw|retried)\b` +
			"[^;\ue000-\ue0c7]{2,100}?(?:SEP[^;]{0,60}?SEEN|MANNER|\\s+(?:with|using|via|against|on) CODE)",
		unless: lookUnless + `|, so\b|\b(?:stepped|went|turned) back\b|\b(?:in|inside|from) (?:the|each|every|` +
			`its) (?:client|` +
			`handler|hook|function|middleware|class|module|component|loop|callback|code)\b|\b(?:walked|went|stepped) ` +
			`(?:through|over) (?:(?:the|all|each|every|its|your|of) )*(?:\w+ )?(?:code|modules?|callers?|call sites?|files?|` +
			`usages?|uses|imports?|functions?|history|diffs?|docs?|lists?|changes|commits?|issues|config\w*|references)\b|` +
			`\breproduced (?:the|its|their) (?:layout|look|structure|style|spacing|design|colou?rs)\b|` +
			`\b(?:connected|plugged|placed|followed|typed|ordered)\b[^;]{2,60}? (?:with|using|via|on) CODE`,
		example: "I turned the phone sideways, and the header stays.",
		counter: "I placed the check in `auth.go`, and it is the only one now.",
	},
	{
		Kind: Verified, OwnUse: true, hint: "uploaded looked checked compared inspected measured diffed counted watched " +
			"monitored observed eyeballed cross-checked double-checked spot-checked sampled searched queried read " +
			"opened visited loaded asked sent hit requested fed called grepped printed exported imported rendered " +
			"dumped examined verified confirmed",
		expr: `(?:I DID|[:|]\s+)(?:re-?)?(?:looked|uploaded|(?:cross-|double-|spot-)?checked|compared|inspected|` +
			`measured|diffed|counted|watched|monitored|observed|eyeballed|sampled|searched|queried|opened|visited|` +
			`loaded|asked|sent|hit|requested|fed|called|grepped|printed|exported|imported|rendered|dumped|` +
			`examined)\b[^;]{0,100}?(?:SEP[^;]{0,60}?SEEN|HOW|\b(?:identical|the same|no diff\w*|equal|in both|both sides)\b)`,
		unless: lookUnless + `|\b(?:looked|checked|compared|inspected|searched|read|opened|examined|` +
			`grepped)\b[^,:;]{0,30}\b(?:code\w*|callers?|sources?|implementation|docs?|documentation|history|git|` +
			`commits?|logic|functions?|modules?|types?|diff|configs?|configuration|specs?|tests?|repo\w*|issues?|` +
			`imports?|references|usages?|uses|call sites|changelog|pr|branch(?:es)?)\b`,
		example: "I looked at the actual rows: none of them has a null e-mail.",
		counter: "I checked the callers: none passes nil, and both are fine.",
	},
	{
		Kind: Verified, OwnUse: true,
		hint: "i_see i_saw i_get i_got i_now i_only i_count i_measure i_hear i_then i_still i_also",
		expr: `\bi (?:now |only |also |then |still )?(?:see|saw|get|got|count|counted|measure|measured|hear|` +
			`heard) (?:no|zero|only|exactly|the (?:right|same|expected|new|old|correct|full)|(?:about |around |` +
			`roughly )?\d[\d.,]*|a (?:token|200|201|reply|response|clean|valid))\b`,
		unless: `\b(?:reasons?|ways?|other|point|answers?|choice|access|permissions?|harm|mention|need|value|options?|` +
			`problem with|[45]\d\d|errors?:|denied|refused)\b`,
		example: "With the new MTU I see no fragments on the tunnel.", counter: "I see no other way to do it.",
	},
	{
		Kind: Verified, OwnUse: true,
		hint: "log sentry grafana kibana datadog dashboard monitor metric graph trace jaeger devtools network console " +
			"lighthouse packet tcpdump strace valgrind profil flame heap memory pixel screenshot dry voiceover nvda " +
			"reader talkback axe pa11y oscilloscope multimeter explain query benchmark hyperfine wrk k6 locust load_ " +
			"smoke spot_ side diff checksum row health sql query script status ping_ traceroute nslookup curl postman " +
			"browser " +
			"newrelic splunk cloudwatch loki",
		expr: `(?:^|[^\w-])MEANS\b[^;]{0,70}?(?:(?:\s(?:SHOWS)\b|:|→|=|–|—|\s-\s|\|)[^;]{0,70}?|\s(?:is|are|was|` +
			`were) (?:\w+ )?)SEENWELL|(?:^|[^\w-])(?:MEANS|(?:sql|query|script|report|` +
			`formula))\b[^;:,]{0,40}?\s(?:shows?|gives?|returns?|yields?|counts?|reads?|scores?|says?|lists?|has|` +
			`ends?) [^;:,]{0,30}?(?:\d|\bNUM\b|\bone\b)|(?:^|[^\w-])MEANS[^;:]{0,3}, [^;:]{0,50}: [^;]{0,40}?SEENWELL`,
		unless: `\b(?:why|whether|how|that the (?:cause|problem|bug|issue)|should|would|must|can|could|will|when|if|` +
			`each|every (?:time|request)|level|verbose|added|adds|new (?:field|line|entry|format|column|panel|tab|` +
			`chart|widget|row|graph|page|section|button)s?|config\w*|console (?:warnings?|errors?)|written|writes?|` +
			`settings?|lines?|fix\w*|cut|rea?d|fail\w*|broken|cause|because|your|you|instead of|format|rotat\w+|expects?)\b`,
		example: "Sentry shows no new events of that group since the restart.",
		counter: "The logs have a new field with the request's id, and no colour.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, CodeForm: queryCommands,
		hint: "\ue000",
		expr: `CODE[^;]{0,50}?(?:\s(?:SHOWS|resolves?|answers?|answered|responds?|responded|outputs?|points?|succeeds?|connects?|replied|` +
			`replies)\b|:|→|=|–|—|\s-\s|,)[^;]{0,60}?(?:SEENWELL|\b(?:the )?(?:new|expected|right|correct)\b)|` +
			`CODE[^;]{0,50}?(?:\s(?:SHOWS|resolves?|answers?|responds?|outputs?|points?|pins?|run pins)\b|:|→|` +
			`=)[^;]{0,40}?(?:\d|CODE|\bNUM\b)`,
		unless: `\b(?:why|should|would|must|can|could|will|when|if|whenever|unless|until|fail\w*|refus\w+|denied|` +
			`error|forbidden|cannot|not|replaced|instead of|added|adds|because|you|your|needs?|every|each time|` +
			`[45]\d\d|takes|expects?|wants|uses|(?:is|are) for|in place|streams?|(?:state|list|names?|status) of)\b|` +
			`\bfor CODE|^[^\pL\pN\x{e000}-\x{e0c7}]*(?:with|after|for|via|the)? ?(?:add|added|replace|run|use|changed|set)\b`,
		example: "`dig +short api.example.org` gives the new address.",
		counter: "`curl -f url` returns 22 when the server answers with 500.",
	},
	{
		Kind: Verified, OwnUse: true,
		hint: "tested measured checked tried timed compared played opened viewed replayed profiled benchmarked verified " +
			"confirmed validated clicked driven exercised reproduced",
		expr: `(?:^[^\pL\pN]*|[|:–—,(]\s*|\s-\s|\b(?:is|are|was|were|been|all|both|all of it|each) )(?:also |then |` +
			`by hand |manually |successfully )*(?:re-?)?(?:tested|measured|checked|tried(?: out)?|timed|compared|` +
			`viewed|replayed|profiled|benchmarked|verified|confirmed|validated|clicked through|exercised|reproduced|` +
			`cross-checked) (?:(?:by hand|manually|locally|it|them|this|both)\s+)*(?:with|in|on|against|via|using|` +
			`from|over|by|across|under|before and after)\s+[^;]{1,70}?(?:SEP|\)|\|)[^;]{0,60}?SEEN`,
		unless: lookUnless + `|\b(?:is|are) (?:also |then )?(?:re-?)?(?:tested|tried|measured|checked|compared|` +
			`verified|validated|replayed) (?:by|in|against|with|on|before|after)\b`,
		example: "Bundle size – measured with `source-map-explorer`, 412 kB → 287 kB.",
		counter: "The token is checked with a key, and nothing else is.",
	},
	{
		Kind: Verified, OwnUse: true,
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
		Kind: Verified, OwnUse: true,
		hint: "manual visual smoke spot sanity quick end-to-end e2e browser cross-check side_by",
		expr: `\b(?:manual(?:ly)?|visual(?:ly)?|smoke|spot|sanity|quick|end-to-end|e2e|browser|exploratory|live|` +
			`local) (?:tests?|checks?|runs?|pass|walk-?throughs?|look|trial)\b[^;:]{0,60}?(?::|–|—|\s-\s|\||,| shows?|` +
			` showed|went)[^;]{0,70}?SEENWELL|\bcross-checked?\b[^;]{0,50}?:|` +
			`\bside by side\b[^;]{0,70}?\b(?:match(?:es)?|identical|the same|no (?:visible )?difference)\b`,
		unless:  `\b(?:should|would|if|add\w*|to do|todo|skipped|missing|fail\w*|not|plan|steps|your|you)\b`,
		example: "Manual test in the simulator: swipe to delete works, undo too.",
		counter: "Manual check still to do: the swipe should work.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "ran_c ran_f ran_t _run_ let_ before_it before_that previously_ " +
			"(was repl, shell, console, reproduc fresh clean times twice row identical simulation gives yields shows " +
			"returns prints works windows macos " +
			"within loads_in starts_in renders_in finishes_in runs_in takes_ boots_in responds_in loads it_was down_from " +
			"arrive took_a took_two " +
			"linux ubuntu vm",
		expr: `I DIDreproduced (?:it|this|that|both|all|each|(?:the|your|a) (?:\w+ )?(?:bugs?|crash\w*|problems?|issues?|` +
			`errors?|failures?|` +
			`hang|leak|race|reports?|behaviou?r|case|steps|timeouts?|flake|deadlock|panic|exception|freeze|glitch|` +
			`flicker))\b|\b(?:bug|crash|problem|issue|error|it) is (?:easily |reliably )?reproducible\b|` +
			`\b(?:runs?|ran|works?|worked|starts?|started|comes? up|came up|boots?|booted|installs?|installed|` +
			`loads?)\b[^;:]{0,40}?\b(?:on|from|in|with) an? (?:fresh|clean|new|blank|empty) (?:\w+ )?(?:kernel|vm|` +
			`machine|container|install\w*|clone|checkout|profile|database|db|environment|venv|system|user|session|` +
			`image|account|browser)\b|\b(?:twice|NUM times|\d+ times|in a row)\b[^;:]{0,30}?\bwithout (?:\w+ing|an?|` +
			`any)\b|\b(?:drained|came back|recovered|reconnected|settled|caught up|resumed|converged|booted|` +
			`came up)\b[^;:]{0,40}?\b(?:within|after|in|without) (?:a|an|about|NUM|\d|any)|\b(?:loads?|starts?|` +
			`renders?|finishes|boots?|responds?|completes?) in (?:about |under |roughly )?[\d.]+ ?(?:ms|s|sec\w*|` +
			`minutes?|min)\b|\bran (?:cleanly|fine|through|clean)\b[^;:]{0,20}?\b(?:against|on|over)\b|\b(?:a|` +
			`the) (?:second|repeat|third|later|clean|full) run (?:shows?|finds?|found|gives?|changes?|` +
			`reports?) [^;:]{0,30}?SEENWELL|I DIDlet (?:it|the \w+) run\b|\b(?:before|previously|formerly),? (?:it|` +
			`that) (?:was|took|had) [\d.]|\d[^;()]{0,40}\((?:it was|was|from|down from|up from|before:?|previously|` +
			`instead of) [^)]*\d|\b(?:arrives?|arrived|shows up|showed up|lands|landed) (?:with|in) (?:the )?(?:right|` +
			`correct|expected|my)\b|^[^\pL\pN]*[a-z]+ing [^;:,]{3,50}? works?\b|I DIDtook (?:an?|two|three|` +
			`several) (?:\w+ )?(?:snapshots?|screenshots?|traces?|profiles?|measurements?|dumps?|recordings?|` +
			`captures?)\b|\b(?:byte|bit)-(?:identical|for-byte|for-bit)|^[^\pL\pN]*\w+ing (?:[^;:,]{3,60}) (?:gives?|` +
			`yields?|shows?|returns?|prints?|produces?) [^;:]{0,30}?(?:SEENWELL|\bonly\b|\bboth\b|\d)|` +
			`^[^\pL\pN]*(?:on|in|under|with) (?:(?:the|a|an|my) )?(?:windows|macos|linux|ubuntu|debian|chrome|firefox|` +
			`safari|repl|shell|console|terminal|notebook|playground|\w+ vm|vm|simulator|emulator|android|ios|python|` +
			`node|real)\b[^;:,]{0,30}, [^;]{0,60}?(?:SEENWELL|\bgoes through|\breturns?|\bprints?|\bstarts?|\bopens?|` +
			`\bshows?|\bcomes up)`,
		unless: lookUnless + `|\b(?:not|n't|never|only|if|should|would|could|will|must|can|fail\w*|how|to reproduce|` +
			`when you|each|every|tests?|jobs?|passing|adding|setting|using|because)\b|` +
			// a setting, not a measurement
			`\b(?:is|are|to|at) \S+ now \((?:it )?was\b|\b(?:set|changed|raised|lowered|bumped|increased|reduced|default\w*|` +
			`timeouts?|limits?|padding|margins?|fonts?|widths?|heights?|colou?rs?|thresholds?|intervals?|retries|quotas?|` +
			`ttl)\b[^;()]{0,50}\((?:it )?was\b`,
		example: "The notebook runs top to bottom on a fresh kernel.",
		counter: "The job runs in a new container when you push.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "accuracy latency throughput p9 median memory heap cpu f1 recall " +
			"precision loss fps frame startup rss " +
			"load_time page_weight response_time",
		expr: `\b(?:accuracy|latency|throughput|p9\d|median|memory|heap|cpu|f1|recall|precision|validation loss|fps|` +
			`frame ?rate|frame time|startup(?: time)?|rss|load time|page weight|response times?|` +
			`cold starts?)\b[^;:]{0,50}?\b(?:stays?|stayed|came to|comes to|went|goes|dropped|drops|fell|falls|rose|` +
			`sits|hovers?|peaks?|peaked|averages?|averaged|is|was|are|at)\b[^;:]{0,30}?\d[^;:]{0,60}?(?:\b(?:over|` +
			`in the|in a|under|on the|during|after|across|within|with the|down from|before)\b|→|\()`,
		unless: `\b(?:limit\w*|set|configured|default|timeout|should|would|will|must|if|budget|target|alert|threshold|` +
			`goal|max\w*|requires?|needs?|expect\w*|estimate\w*|request|rises?|can|when|each|your|because)\b`,
		example: "The heap stays flat at 140 MB over an hour in the soak run.",
		counter: "The memory limit is at 140 MB in the manifest.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "when_i_ once_i_ after_i_ as_i_ time_i_ if_i_",
		expr: `^[^;]{8,100}\b(?:when|after|once|as soon as|every time) i (?:re-?)?(?:submit\w*|click\w*|press\w*|` +
			`open\w*|reload\w*|resize\w*|rotate\w*|type\w*|enter\w*|select\w*|toggle\w*|log\w*|send|sent|kill\w*|` +
			`pull\w*|unplug\w*|restart\w*|refresh\w*|scroll\w*|drag\w*|tap\w*|upload\w*|switch\w*|hit|stop\w*|` +
			`disconnect\w*)\b|^[^\pL\pN]*(?:when|if) i (?:\w+) [^;]{3,60}?, [^;]{0,50}?SEENWELL`,
		unless:  `\b(?:fail\w*|crash\w*|hang\w*|broken|still|should|would|will|want\w*|let me|you|ask\w*|stopped here)\b`,
		example: "The screen reader announces the error when I submit the form.",
		counter: "It still fails when I submit the form.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "switched changed turned cleared disabled enabled pulled closed muted throttled went i_set i_put i_cut " +
			"i_moved",
		expr: `I DID(?:switched|changed|set|turned|put|cleared|disabled|enabled|cut|pulled|closed|muted|throttled|` +
			`went|moved)\s[^;:,]{0,40}?\b(?:language|locale|theme|dark mode|time ?zone|clock|date|zoom|orientation|` +
			`tablet|phone|device|keyboard|network|wi-?fi|cable|connection|internet|laptop|browser|vpn|airplane mode|` +
			`cookies|cache|offline|viewport|window|slider|dropdown|checkbox|toggle|plug|power)\b[^;:]{0,40}?SEP[^;]{0,60}?SEEN`,
		unless: lookUnless + `|\b(?:code|library|package|config\w*|default|css|class|component|property|variable|` +
			`option|setting|prop)\b`,
		example: "I switched the language to Arabic, and the sidebar moves to the right.",
		counter: "I changed the default language in the config, and all of it is read from there.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "test_account test_user test_tenant test_mail test_order test_message test_customer test_p demo_ guest " +
			"throwaway scratch_ dummy to_my_ two_",
		expr: `(?:I DID\w+(?:ed|nt|t|de)\b[^;:]{0,70}?|\b)(?:test|demo|guest|throwaway|scratch|` +
			`dummy) (?:\w+ )?(?:account|user|tenant|customer|orders?|profile|messages?|mails?|payments?|projects?|` +
			`board|card|upload)\b[^;]{0,50}?(?:SEP|\b(?:within|in|after) )[^;]{0,60}?SEEN|\b(?:replied|responded|` +
			`answered|reacted) to my (?:test )?\w+|\btwo (?:browsers?|tabs|windows|clients|devices|` +
			`terminals)\b[^;]{0,50}?:[^;]{0,80}?SEEN`,
		unless:  lookUnless + `|\b(?:added|created|wrote|fixed|fixtures?)\b`,
		example: "I sent the invoice to the test account, it arrived with the PDF attached.",
		counter: "The test account has no password.",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "采 过一 了一 执行 订阅 下载 读 跟 验 play 装 比 连 试 跑 压 重放 回放 对比 比对 比较 核对 对着 查 看 观察 访问 请求 调 打 登录 点 走 模拟 造 发 收 连 抓 量 测 算 " +
			"统计 数 搜 复现 " +
			"curl ping dig diff 双击 断 拔 杀 kill 重启 刷新 切 导 扫 听 播 装 渲染 截 录 盯 抽 翻 tail 起 用 拿",
		expr: `(?:ZHACT)[^。；]{0,40}[，：:→]\s*[^。；但]{0,30}?ZHSEEN[^，。；]{0,20}`,
		unless: `(?:待|需要?|[^断]未|没有?|无法|不能|没能|如何|可以|请[^求]|建议|尚|应该?|会|将|如果|若|想|要|记得|麻烦)[^\s，,]{0,6}?(?:ZHACT)|测试(?:用例|` +
			`代码|文件|全|都|$)|用例|单测|断言|构建|编译|lint|[你您他她]|用户[^名]|客户[^端]|同事|用来|用于|每[次当]|的问题|修复|修好|原因|迁移|同步到|回填|grep|但|效果|没用|` +
			`方案|写法|函数|是因为|由于|代替|替代|换成|用到|引用|以后|会走|上次|抄了|拆|我没|流水线|playbook|` +
			`部署|(?:看|查|读|翻)(?:了|` +
			`过|完|一?[遍下])+\s*(?:一[遍下])?\s*CODE|(?:看|查|` +
			`翻|搜|读|比|对)[^，。；]{0,12}(?:代码|源码|实现|文档|历史|issue|调用|定义|配置|说明|提交)|时候`,
		example: "看了 Grafana，CPU 稳定在 35% 左右。", counter: "看了调用方的代码，都没有传空值。",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "重启 刷新 断开 重连 wps excel word acrobat 实跑 叠图 截图 树莓派 容器 虚拟机 窗口 unity 实测 复测 压测 亲测 抽查 目测 肉眼 抓包 冒烟 演练 联调 跑分 回归 " +
			"复现 真机 浏览器 模拟器 手机 双击 实际",
		expr: `(?:实测|实跑|复测|压测|亲测|抽查|目测|抓包|冒烟|演练|联调|跑分|手测|截图[^，。；]{0,8}对比过|叠图)(?:了|过|下来|结果|一[遍下轮])?[^。；]{0,40}?ZHSEEN|` +
			`(?:复现|重现)(?:出来|到|成功)?了ZHEND|(?:重启|刷新|断开|重连|重装|升级)[^，。；]{0,10}后[^。；]{0,16}(?:还在|正常|恢复|没丢|不丢|保留|一致)|` +
			`在\s?(?:wps|excel|word|预览|acrobat|vlc)\s*(?:里|中)?(?:也|都)?能|(?:浏览器(?:窗口)?|真机|模拟器|手机|chrome|safari|firefox|` +
			`微信|平板|树莓派|虚拟机|容器|unity|开发板)(?:里|上|中|同时)?[^。；]{0,16}?(?:看|点|试|跑|测|打开|验|走|操作|登录|切|扫|装|play|编辑|旋转|滚|` +
			`拖)[^。；]{0,24}?(?:都|不闪|没|正常|没有?问题|能[^力]|可以|不再|没有?(?:出现|报错)|显示正确|ok|一致)|(?:双击|点开|启动)[^，。；]{1,14}(?:能|可以|` +
			`正常)[^，。；]{1,14}`,
		unless: `(?:待|需要?|还没|[^断]未|没有?|无法|不能|没能|如何|请|建议|尚|应该?|会|将|如果|若|想|要|记得|麻烦)[^\s，,]{0,8}?(?:实测|复测|压测|抽查|抓包|冒烟|演练|` +
			`联调|复现|重现|浏览器|真机|模拟器|手机|双击|点开|启动)|[你您他她]|用户[^名]|客户[^端]|同事|自动|兼容|支持|(?:测试|脚本|方案|环境|工具|报告)(?:里|中|见|$)|(?:压测|` +
			`复测|演练|冒烟)(?:脚本|工具|环境|方案|场景|计划)`,
		example: "同一份数据实测从 8.4s 降到 1.1s。", counter: "压测脚本里有 3 个场景。",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true,
		hint: "lighthouse grafana kibana sentry 日志 监控 看板 面板 控制台 explain benchmark 评测 慢查询 火焰图 pprof valgrind 指标 曲线 告警 " +
			"jmeter wrk " +
			"k6 rdb 抓包 截图 dig curl postman devtools network 结果 行数 校验和 md5 sha256 checksum bisect",
		expr: `(?:lighthouse|grafana|kibana|sentry|(?:日志|监控|看板|控制台|指标|曲线)(?:里|中|上|显示|平台|面板)|explain(?: analyze)?|` +
			`(?:benchmark|评测|跑分|压测|对比)\s*(?:的)?结果|慢查询(?:日志)?[里中]|火焰图|pprof|valgrind|jmeter|wrk|k6|抓包|devtools|network|` +
			`行数|校验和|md5|sha256|checksum|bisect)(?:里|上|中|面板|页面?|平台)?[^。；，]{0,20}?(?:显示|里|出来|看到|搜|没有?(?:再|任何|新)|已经?|返回|` +
			`稳定|降到|得分|只有|打出|定位|两边|前后|[：:→])[^。；]{0,24}?(?:ZHSEEN)`,
		unless: `(?:待|需要?|[^断]未|没法|无法|不能|如何|可以|请[^求]|建议|尚|应该?|会|将|如果|若|想|要|记得|配|加|新增|改)[^\s，,]{0,10}?(?:lighthouse|` +
			`grafana|kibana|sentry|日志|监控|看板|控制台|explain|指标|曲线)|[你您他她]|用户|客户|同事|级别|格式|说明|打印|输出到|写入|每|字段|失败|报错|原因|重复打`,
		example: "Kibana 里搜 `traceId` 能把三个服务的日志串起来了。", counter: "日志里加了 `traceId` 字段，3 个服务都有。",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true, CodeForm: queryCommands,
		hint: "\ue000",
		expr: `CODE\s*(?:现在|也|都|已经?|就|均|一?下|[，：:→]\s*)*(?:返回|打出|打印|输出|显示|出来|得到|给出|查到|列出|解析到|拿到|能|看到|看过|看了|通了?|结果|跑完|→|` +
			`看|[=：:]\s*\d)[^。；]{0,40}`,
		unless: `(?:待|需要?|[^断]未|没法|无法|不能|如何|可以|请[^求]|建议|尚|应该?|会|将|如果|若|想|要|记得|用|执行|运行|跑|里|中)\s*CODE|我没|命令|就(?:说明|是|` +
			`表示)|forbidden|denied|失败|报错|拒绝|超时|[你您]|时[，,]|的话|[45]\d\d|默认|不加|用来|会(?:返回|打|输|显)`,
		example: "`curl -I https://api.example.cn/health` 返回 200。", counter: "`curl -f url` 遇到错误会返回 22。",
	},
}

// queryCommands match commands that query a server, a database or the system, or start a program.
var queryCommands = &text.LazyRegexp{Expr: `(?i)^(?:\$ |sudo |time )*(?:curl|wget|https?|dig|nslookup|host|ping|nc|` +
	`openssl|` +
	`ssh|psql|mysql|sqlite3|mongosh?|redis-cli|select|explain|show|kubectl|oc|docker|podman|crictl|terraform plan|` +
	`git bisect|\\d\S*|systemctl|journalctl|ps|ss|netstat|lsof|top|free|df|du|aws|gcloud|az|ffprobe|ffmpeg|identify|` +
	`exiftool|file|jq|yq|hyperfine|wrk|ab|k6|strace|ldd|nm|size|grpcurl|websocat|nginx|promtool|amtool|helm|flyctl|` +
	`fly|heroku|vault|consul|nomad|rabbitmqctl|kafka-\S+|python3?|node|php|ruby|java|which|uname|\S+ --version|\./\S+|` +
	`source-map-explorer|valgrind|pg_\w+|vmstat|iperf3?|mtr|traceroute|tcpdump|gdb|perf|npm view|pip show|sha256sum|` +
	`md5sum|diff|cmp|wc|ls|stat|crontab)[\d.]*\s|^(?:dig|valgrind|curl|ping|nvidia-smi|htop|top|free|strace|` +
	`docker ps|` +
	`explain analyze|git bisect|terraform plan)$`}

const lookUnless = useUnless + `|, so (?:the|an?|it|no|nothing|each|every|all|only)\b|` +
	`\bin (?:one|an?|the) (?:batch|transaction|fixture|helper|hook|handler|middleware|callback|constructor)\b|` +
	`\btried (?:to|\w+ing|(?:\w+ )?(?:approach|way|thing|option|fix|idea)\w*)\b|` +
	`\b(?:went (?:with|for|back|ahead|over|on)|turned (?:it |this |them |\w+ )?(?:into|off|on|out|to)|walked (?:into|` +
	`away)|signed off|killed off|called (?:it|this|them) |started (?:with|from|by|out|on|off|to)|looked (?:for|into|` +
	`up|through|over)|played (?:with|around)|asked (?:you|for)|sent (?:you|a pr)|opened (?:a|an|the) (?:pr|pull|issue|` +
	`ticket|mr)|opened \S*(?:/pull|/issues|/merge_req|#\d)|fed (?:up|into)|read up|restored (?:the|its|their) (?:old|` +
	`previous|original|default)|(?:captured|recorded) (?:the|this|it|them|that) (?:in|as)|connected (?:it|them|` +
	`the \w+) to|paid off|logged (?:the|an?|errors?|as)|triggered by|submitted (?:to|a|the) (?:pr|pull))\b|` +
	`\b(?:fail(?:s|ed)?|could not|couldn't|cannot|can't) (?:to|with|on|at)\b|\b(?:ran|executed|started|tried|` +
	`triggered|restarted) (?:the )?(?:\w+ )?(?:migrations?|deploy\w*|terraform|rollout)\b[^,;:]{0,30}\b(?:on|against|` +
	`to) (?:the )?(?:prod\w*|staging|demo|live)\b|\bopened (?:the )?(?:file|CODE)|\bcalled (?:it|this|them|the \w+) CODE`
