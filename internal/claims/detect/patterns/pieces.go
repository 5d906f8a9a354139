package patterns

import (
	"strings"

	"ccc/internal/text"
)

// exprParts are pieces of expressions: each NAME in capital letters stands for the expression after it.
var exprParts = strings.NewReplacer(
	"OBJECT", `(?:it|this|that|them|everything|both|(?:the|a|an|its|all|your|my|each|one|two|three|every)\s+`+
		"[^,;:.]{1,60}?|[\ue000-\ue0c7][^,;:.]{0,40}?|[\\w-]+(?:\\s+[\\w-]+){0,3}?)",
	"HOW", `(?:MANNER|\s+(?:with|using|via|against|on|in) CODE)`,
	"MANNER", `(?:(?:[,]?\s+(?:and\s+[^,;:.]{1,30}\s+)?)(?:locally|by hand|manually|end[- ]to[- ]end|twice|once|`+
		`afterwards|`+
		`(?:\d+|two|three|four|five|six|seven|eight|nine|ten|several|many|a few) times|in a row|up and down|`+
		`top to bottom|from (?:top|`+
		`start|beginning|scratch)|both ways|`+
		`before and after|both times|again afterwards|for real|myself|`+
		`to (?:see|verify|check|confirm|be sure|make sure)|`+
		`(?:with|using|as) (?:an?|the|my|two|three|several) (?:test|real|fresh|throw-?away|dummy|second|guest|admin) `+
		`(?:card|account|user|inbox|tenant|customer|order|payment|file|device|database)s?|`+
		`(?:in|with|using|on) (?:(?:the|a|an|my|both|real|headless) )?(?:\w+ )?(?:browsers?|chrom\w+|firefox|`+
		`safari|edge|`+
		`simulator|emulator|sandbox|excel|libreoffice|curl|postman|playwright|puppeteer|devtools|screenshots?|`+
		`terminal)|`+
		`(?:on|against|with|over) (?:(?:the|a|an|some|your|our|my|one) )?(?:\w+ )?`+
		`(?:samples?|scratch|copy|copies|real|actual|staging|production|fixtures?|data|dataset|database|folder|`+
		`directory|path|machine|server|regions|config|input|files?|repo|project))\b)`,
	"OUTCOME", `[^.;]{0,60}?(?:[:,]\s*(?:\d{3}|ok)\b|(?:,|:| and| —|;)\s*(?:with the \w+ )?(?:then\s+)?(?:it|they|`+
		`each|all|everything|both|that|nothing|`+
		`no \w+|got|saw|the \w+(?: \w+)?)\s?[^.;]{0,30}?\b(?:works?|worked|opens?|opened|renders?|rendered|shows?|`+
		`showed|answers?|answered|returns?|returned|responds?|responded|loads?|stays?|stayed|loaded|comes? up|`+
		`came up|match(?:es|ed)?|`+
		`identical|correct(?:ly)?|gone|as (?:expected|before|it should)|succeed(?:s|ed)?|200|runs? through|`+
		`no errors?)\b)`,
	"NUM", `(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`,
	"TICK", `(?:✅|✓|✔️?|☑️?|\[x\]|:white_check_mark:|:heavy_check_mark:)`,
	"PASS", `(?:pass(?:es|ed|ing)?|(?:(?:all|back to|in the) )?green|succeed(?:s|ed)?|success(?:ful(?:ly)?)?|`+
		`clean(?:ly)?|`+
		`ok|happy|satisfied|quiet|silent|spotless|`+
		`(?:goes|went|go|gets?|got|runs?|ran|comes?|came) through|`+
		`works? again|`+
		`exit(?:s|ed)? (?:with )?(?:code |status )?(?:0|zero)|`+
		`ends? (?:in|with) build success|`+
		`(?:(?:finish|complet|end|exit|compil|build|r[au]n|c[oa]me)\w*(?: back)?\s+`+
		`(?:without (?:any |an? (?:single )?)?|with (?:no|zero|0) ))(?:errors?|warnings?|issues?|`+
		`problems?|failures?|hitch|complaints?|incidents?|trouble|difficult(?:y|ies)|surprises?|fuss))\b`,
	"AUX", `(?:,?\s+(?:now|still|also|all|both|each|again|currently|finally|successfully|cleanly|continue to|`+
		`are|is|were|fully|completely|entirely|perfectly|consistently|reliably|nicely|says?|looks?|was|have|has|`+
		`been|do|does|did|come|came|back|it|they|locally|here|then|together|remain|stay|run|ran|runs|executed|and))*`,
	"LIST", `(?:\s*(?:,\s*and\b|,|\band\b|&|\+|/|、|和|与|以及|及)\s*(?:the\s+|all\s+|a\s+)?[\w\p{Han}-]{2,20}?`+
		`(?:\s+(?:checks?|tests?|suite|build|checking|check|errors))?){0,4}`,
	"TESTS", `(?:tests?(?: (?:files?|classes|modules?|runs?))?|suites?|specs|test ?cases?|unit tests|e2e|`+
		`examples|scenarios|stories|assertions)\b`,
	"TESTTOOL", `(?:phpunit|pytest|tox|nox|jest|vitest|mocha|rspec|minitest|unittest|ctest|`+
		`junit|playwright|cypress|pest|bats|`+
		`(?:go|cargo|mix|dotnet|swift|npm|npm run|pnpm|yarn|bun|make|mvn|gradle|flutter|rake|deno|meson) test)\b`,
	"NOTHING", `nothing(?:\s+(?:more|else|left|new|to (?:complain|report|flag|say|fix|add|object to|object|change|`+
		`do)\w*(?: about)?))*\s*`+
		`(?:$|about |[^\s\w]|in |on |for |across |throughout |over |under |below |and |any ?more|now)`,
	"CEASED", `(?:no longer|does not|doesn't|don't|stopped)\s+(?:complain|report|warn|flag|object)\w*`,
	"WHERE", `(?:\s+(?:that\s+)?(?:i|we|i've|we've)\s+(?:just\s+|also\s+)?(?:added|wrote|written|extended|changed|`+
		`updated)(?:\s+for\s+\w+)?)?(?:\s+that\s+(?:were\s+|was\s+)?(?:previously\s+)?(?:fail\w*|broke\w*|red))?`+
		`(?:\s+(?:in|for|of|under|on|from|across|at|with)\s+[^,;，；]{1,40}?)?(?:\s*\([^)]{0,60}\))?`,
	"LINT", `(?:lint(?:er|ers|ing)?|eslint|ruff|golangci-lint|flake8|pylint|clippy|rubocop|stylelint|prettier|`+
		`shellcheck|ansible-lint|staticcheck|(?:go )?vet|biome|black|gofmt|gofumpt|rustfmt|cargo fmt|`+
		`terraform fmt|hadolint|`+
		`swiftlint|(?:flutter|dart) analyze|actionlint|yamllint|tflint|markdownlint|oxlint|isort|detekt|checkstyle|`+
		`spotless|credo|`+
		`codespell|sqlfluff|cspell|vale|xo|pint|luacheck|redocly|clang-tidy|clang-format|static analysis|`+
		`style checks?|`+
		`format(?:ting)?(?: checks?)?|`+
		`code style|phpcs|ktlint)(?:\s+(?:checks?|checker|steps?|jobs?|stage|runs?|-\S+(?: warnings)?|\.(?:/\S*)?))*`,
	"TYPES", `(?:type[- ]?check(?:s|ing|er)?|types|typing|tsc|mypy|pyright|vue-tsc|svelte-check|sorbet|flow check|`+
		`dialyzer|steep|basedpyright|phpstan|larastan|psalm|phan|`+
		`typescript(?: compilation| compiler| check)?)(?:\s+(?:--?\S+|\.|steps?|jobs?|runs?))*`,
	"FAULTS", `(?:errors?|offen[sc]es?|warnings?|issues?|problems?|violations?|complaints?|findings?)`,
	"NONE", `(?:(?:exit(?:s|ed)?|end(?:s|ed)?|comes? back|came back|finish(?:es|ed)) with|`+
		`reports?|reported|lists?|listed|prints?|shows?|showed|finds?|found|has|have|with|gives?|produces?|returned|`+
		`returns?)\s+(?:(?:no|zero|0)\s+(?:\w+\s+){0,2}?(?:errors?|offen[sc]es?|warnings?|issues?|problems?|`+
		`violations?|complaints?|findings?)|NOTHING)`,
	"I DID", "(?:^[^\\pL\\pN\ue000-\ue0fd]*|\\b(?:i|we|i've|we've|i have|we have|and|then)\\s+)(?:(?:have|also|"+
		`then|now|just|successfully|manually|already|both|finally|locally|i|i've|have now|has been)\s+)*`,
	"IS DONE", `(?:\b(?:is|are|was|were|been|has|have|now|got)|\b(?:it|that|they|everything|all|which)'(?:s|re))\s+`+
		`(?:(?:now|all|also|both|fully|been|completely|properly|successfully|just|manually|finally)\s+)*`,
	"BUG", `(?:segfault|jitter|stutter|n\+1(?: quer(?:y|ies))?|race condition|false positive|oom|corruption|`+
		`truncation|slowdown|bottleneck|vulnerabilit(?:y|ie)|injection|`+
		`loop on \w+|bug|issue|problem|error|crash(?:es)?|leak|`+
		`race|deadlock|regression|warning|exception|panic|hang|`+
		`freeze|flake|flicker|glitch|off-by-one|timeout|overflow|mismatch|drift|duplication|failure)`,
	"ZHBUG", `(?:bug|问题|错误|缺陷|故障|漏洞|崩溃|死锁|泄漏|泄露|竞态|报错|异常|超时|卡顿|卡死|闪退|闪烁|白屏|`+
		`死循环|乱码|错乱|错位|丢失|失效|偏差|冲突|阻塞|空指针|越界|溢出|根因|原因|隐患|毛病|不一致)`,
	"FILENOUN", `(?:(?:test |config |helper |shell |new )*(?:files?|scripts?|modules?|migrations?|components?|pages?|`+
		`documents?|docs?|runbooks?|guides?|reports?|summary|write-?up|notes|workflows?|configs?|templates?|fixtures?|`+
		`tutorial|cheat ?sheet|adr|spec|dockerfile|makefile|schema|snapshot|benchmark)\b)`,
	"ATFILE", `\s*(?:[,:(–—]|\s-\s|(?:in|at|under|as|to|called|named)\s)?\s*FILE`,
	"FILES", `FILE(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)FILE)*`,
	"FILE", "(?:[\ue000-\ue0c7]|[\\w][\\w./-]*\\.[a-z]\\w{0,7}|[\\w.-]+/)",
	"CODE", "[\ue000-\ue0c7]",
	"SEP", `(?:[,:]|\s[–—-]\s|→|\band\b|\bwhere\b|\bthen\b)`,
	"SEENWELL", `(?:\b(?:no|none|zero|nothing|empty|quiet|silent|flat|stable|steady|green|clean|right|correct\w*|`+
		`same|identical|`+
		`match\w*|`+
		`agree\w*|fine|ok|okay|good|healthy|ready|works?|worked|expected|everything|all|below|under|within|normal|`+
		`intact|gone|down to|up to|equals?|successful\w*|valid|new|still there|stay\w*|should|less|fewer|faster)\b|→|`+
		`\b\d[\d.,]* ?(?:%|ms|s\b|sec|µs|mb|kb|gb|x\b|of \d|/ ?\d|rows|req)|\b20[0-4]\b|\b301\b|\b304\b)`,
	"SEEN", `(?:\b(?:works?|worked|no|none|nothing|zero|quiet|silent|flat|stable|steady|normal|skips?|all|`+
		`every\w*|each|both|same|identical|equal\w*|match\w*|agree\w*|`+
		`right|correct\w*|fine|ok|good|clean|empty|green|there|gone|still|expected|should|arrive[sd]?|appear\w*|`+
		`was|were|came|comes?|got|saw|found|takes?|took|stay\w*|keeps?|kept|holds?|held|return\w*|shows?|showed|says?|said|`+
		`print\w*|render\w*|load\w*|open\w*|saves?|saved|start\w*|finish\w*|ends?|ended|answer\w*|repl(?:y|ies|ied)|`+
		`respon\w+|within|below|under|above|between|instead|only|survive\w*|recover\w*|reconnect\w*|resume\w*|`+
		`moves?|moved|carried|carries|continue\w*|opens|fires?|fired|went|goes|lands?|landed|plays?|sounds?|looks?|`+
		`looked|hidden|visible|readable|disabled|enabled|NUM)\b|\d|→)`,
	"MEANS", `(?:(?:\w+ )?logs|(?:the|its|server|access|error) log|sentry|grafana|kibana|datadog|new ?relic|splunk|`+
		`cloudwatch|loki|dashboards?|monitoring|`+
		`metrics|graphs?|traces?|jaeger|prometheus|dev ?tools|network (?:tab|panel)|console|lighthouse|`+
		`packet (?:capture|trace)|tcpdump|wireshark|strace|valgrind|profiler|profile|flame ?graphs?|heap `+
		`(?:snapshots?|dumps?)|memory (?:graph|profile|usage)|pixel diffs?|screenshots?|dry[- ]runs?|screen ?reader|`+
		`voiceover|nvda|talkback|axe|pa11y|oscilloscope|multimeter|explain(?: analyze)?|query plan|benchmarks?|`+
		`hyperfine|wrk|locust|(?:load|smoke|stress|soak) (?:test|run)s?|spot checks?|side[- ]by[- ]side|diffs?|`+
		`checksums?|row counts?|health ?checks?|status page|ping|traceroute|nslookup|curl|postman)`,
	"SHOWS", `(?:shows?|showed|says?|said|reports?|reported|has|have|lists?|listed|gives?|gave|reads?|stays?|`+
		`stayed|looks?|looked|announces?|confirms?|confirmed|contains?|prints?|printed|returns?|returned|went|goes|`+
		`dropped|drops|comes?|came|measures?|scores?|scored|puts?|finds?|found|agrees?|agree|match(?:es)?|counts?|`+
		`ends?|ended|equals?|back)`,
	"SYMPTOM", `(?:flash(?:es)?|slips?|flickers?|jumps?|overlaps?|duplicates?|doubles?|leaks?|hangs?|freezes?|stalls?|`+
		`loses?|drops?|skips?|`+
		`swallows?|times? out|breaks?|covers?|cuts?|clips?|wraps?|disappears?|vanish(?:es)?|resets?|miss(?:es)?|truncates?|`+
		`corrupts?|mangles?|blocks?|spins?|loops?|stutters?|lags?|bounces?|blinks?|shifts?|overflows?|chokes?|garbles?|`+
		`ignores?|eats?|trips?|raises?|sends? (?:twice|duplicates?)|fires? twice|creeps?|drifts?|grows?|gets? stuck|`+
		`stays? (?:blank|empty|stuck|grey|black|white)|logs? (?:users?|you|people) out|goes (?:blank|black|white|stale)|`+
		`appears? twice|shows? (?:up )?twice|blows? up|dies|die|dying|flickering|leaking|crashing|jumping|hanging|freezing|`+
		`spills?|steals?|interferes?|collides?|reorders?|squash(?:es)?|stretch(?:es)?)`,
	"ZHVENUE", zhVenue, "ZHPLACING", zhDeliveryVerbs,
	"ZHACT", `(?:(?:试|重放|回放|对比|比对|比较|核对|查|看|观察|访问|请求|调用?|登录|点|走|量|测|算|统计|数|搜|复现|curl|ping|dig|diff|刷新|扫|听|`+
		`盯|抽查|翻|tail|抓|压测|监控|重跑|手测|采|订阅|下载|读|跟|执行|验|play)\s?(?:了|过|着|一?下)|(?:跑|压|造|发|启动|模拟|运行|连|装|比|对|收)(?:了|过)|`+
		`(?:跑|测)下来|打开了|[^改调整重构梳理优化清理格式补加写同步，。；]了(?:[一两三四五几\d]+\s*(?:遍|次|轮|局|圈|回)|一下)|连(?:收|跑|续)[^，。；]{1,10}|`+
		`(?:^|[，：:|]|[^\p{Han}]|我|并|又|先|脚本)\s*(?:模拟|试着|把[^，。；]{1,24}(?:杀掉|拉起|设上|断开|停掉|重启|关掉|打开|切到|切成|`+
		`改成[^，。；]{1,10}再?(?:跑|试))|双击|打开[^，。；]{2,30}|[^，。；]{2,14}后(?:再)?(?:访问|打开|请求)[^，。；]{1,20}|kill|断网|拔掉|连跑|连到|`+
		`用[^，。；]{1,24}(?:去?访问|去?请求|去?打|调|看|查|试|跑|`+
		`重放|连|登录|扫|跟|读)|拿[^，。；]{1,24}(?:看|跑|试|比|测|打|重放)|对着[^，。；]{1,20}|(?:键盘|鼠标)[^，。；]{1,10}|跑\s?\d[^，。；]{1,14}的))`,
	"ZHSEEN", `(?:正常|没有?|无[^法]|未|不(?:再|会)|零|都|全|一致|相同|对得上|对上|吻合|符合|正确|成功|可用|能|返回|得到|拿到|收到|显示|出现|输出|`+
		`打出|还在|保留|生效|稳定|归零|降到?|升到?|从|\d|完整|\bok\b|通了|通的|是对的|对的|无误|走的是|变成|回到|自动|自己|重连|恢复|继续|只|`+
		`CODE|带上|进去了|出来了|弹出|一样|顺|流畅|清晰|清楚|齐|在跑|健康|绿|一行不差|以内|以下|丢包|卡在|确实|格式对|看得清)`,
	"EARLIERCOMMITS", `(?:最近|最新|上一?[次个]|引入|首次|最早|哪个|该提交|之前|以前|此前|历史|相关(?:的)?提交|`+
		`(?:合并|初始|对应)(?:的)?(?:提交|commit)|`+
		`(?:上|里|中)(?:一?共|总共|只|已)?有|作者)`,
	"THOSE", `(?:(?:both|all|these|NUM)(?: of)?(?: the| these| my| your)?(?: NUM)?)`,
	"THINGNOUN", `(?:files?|fixtures?|scripts?|folders?|director(?:y|ies)|branch(?:es)?|images?|backups?|artefacts?|`+
		`artifacts?|modules?|snapshots?|migrations?|tags?|jobs?|cronjobs?|pods?|containers?|volumes?|buckets?|`+
		`worktrees?|dumps?|configs?|icons?|namespaces?|tables?|documents?|trees?)\b`,
	"THINGNAMES", `\s*(?:\([^)]{1,80}\)|CODE(?:(?:, and |, | and )CODE)*)`,
	"THINGEND", `(?:\s*$|\s*[,;.:()–—]|\s+(?:and|now|too|as well|again)\b|\s+(?:from|on|in) (?:CODE(?:\s*$|`+
		`\s*[,;.(–—])|(?:the )?(?:repo\w*|disk|remote|origin|server|registry|cluster|host)\b))`,
	"MADENOUNS", `(?:files|scripts|fixtures|modules|configs|documents|templates|folders|directories|manifests|`+
		`pages|components|tests)`,
	"GONEVERB", `deleted|removed|dropped|cleaned out|emptied|erased|wiped|purged|pruned|cleaned up`,
	"ZHOBJECTS", `文件夹?|目录|脚本|图片|分支|镜像|备份|日志|快照|容器|标签|\bjobs?|\bpods?|缓存|产物|样例|夹具|`+
		`fixtures?|`+
		`安装包|压缩包|模块|命名空间|数据|文档|表`,
	"ZHGONE", `删除|清掉|清除|清理|移除|删掉|清空|删`,
	"VENUE", venues, "MANY", countedHosts, "PLACING", deliveryVerbs,
	"ZHAUX", `(?:\s|现在|目前|也|都|均|全部|已经?|全|仍然?|依然|依旧|一次性?|稳定|顺利|成功|就|能|可以|正常|`+
		`完全|一切|同样|同时|是|为|悉数|全数|一概|统统|一起|一并|跑完|运行|结果)*`,
	"ZHTESTS", `(?:测试|用例|tests?\b|单测|断言)(?:用例|套件|集|也)?(?:\s*[（(][^）)]{0,40}[）)])?`,
	"ZHFAULTS", `(?:错误|问题|报错|警告|告警|error|warning|issue)s?`,
	"ZHPASS", `(?:pass(?:ed)?|ok|clean|green)\s*(?:了|的|状态|$|[，。,.；;、！!✅（(])`,
	"ZHNONE", `(?:没有?报?(?:任何|新的?)?|已?无(?:任何)?|零|0\s*[个条]?)\s*`,
	"ZHREST", `[^。；？?，,没不未非失败错数据]{0,16}(?:[，,][^。；？?，,没不未非失败错]{0,10})?`,
	"ZHFILE", `\s*(?:\p{Han}{0,6}(?:文件|脚本|模块|目录|组件|页面|文档|配置|测试|用例|`+
		`迁移|报告|清单|样式|说明|示例))?\s*`,
	"ZHEND", `\s*(?:$|[，。,.；;：:！!、（()）✅✓|])`,
	"ZHDEPLOY", `(?:线上|生产|预发|测试环境|灰度|正式|staging|prod\w*|集群|k8s|云函数|机房)`,
	"ZHREMOTE", `(?:远程|远端|origin|upstream|github|gitlab|gitee|仓库)`,
	"ZHGOTIN", `(?:已经?|均|都|全部|顺利|成功|也|一次)\s*(?:全部|都|均|顺利|成功|已)*通过了?\s*`+
		`(?:[^，。；]{0,14}(?:、|和|与|及|以及))?\s*`,
	"ZHDONE", `(?:已经?|成功|我|均已?|都已?|现已|全部|也已?|并已?|并)\s*(?:经|人工|手工|全部|`+
		`都|成功|在本地|本地|重新|手动|一并|`+
		`(?:用|通过|使用|借助)\s*(?:CODE|[\w.-]{2,20})(?:\s[\w.-]+)?(?:\s*[^\s\w，。；加补写增做改换]{1,4}?)?|`+
		`在\s?[^\s加补写增做改换]{1,10}(?: [^\s加补写增做改换]{1,8})?上?|逐[项个一条]|亲自|再次|分别|`+
		`(?:作为|以|分成?|按)\s*[^，。；]{1,14}?)*\s*`,
)

// Expand puts the pieces into an expression: "ZHBUG" becomes "(?:bug|问题|…)". Pieces may contain pieces, one level deep.
func Expand(expr string) string { return exprParts.Replace(exprParts.Replace(expr)) }

// LineExpr makes a [text.LineExpr] of an expression with pieces.
func LineExpr(expr string) text.LineExpr {
	return text.LineExpr{LazyRegexp: &text.LazyRegexp{Expr: expr, Expand: Expand}}
}
