package claims

import "ccc/internal/text"

// These words say what a claim is about. Some of them change which run can prove it.
var (
	layoutWords = &text.LazyRegexp{Expr: `cut[- ]off|clipp|cropp|overlap|overflow|layout|align|position|` +
		`responsive|mobile|tablet|breakpoint|\bsafari\b|\bfirefox\b|\bios\b|\bandroid\b|` +
		`scroll|截断|裁|重叠|溢出|布局|错位|遮挡|滚动`}
	lintWords = &text.LazyRegexp{Expr: `lint|format|style|warning|eslint|ruff|clippy|` +
		`unused|import|vet|告警|警告|格式|风格`}
	// everyPartWords match a claim about several packages.
	everyPartWords = &text.LazyRegexp{Expr: `\b(?:all|every|each|both)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?` +
		`(?:packages?|workspaces?|services?|modules?|projects?|crates?|apps?)\b|` +
		`(?:所有|全部|各个?|每个)(?:包|模块|服务|子?项目|工作区)`}
	// exclusionWords say that some tests were not run.
	exclusionWords = text.LazyRegexp{Expr: `(?i)\b(?:left out|leaving out|excluded|excluding|deselected|except|` +
		`not counting)\b|` +
		`\bwithout the (?:\w+ )?(?:ones|tests)\b|除了|之外|以外|排除|跳过`}
	// noWarningWords say that there were no warnings either.
	noWarningWords = &text.LazyRegexp{Expr: `\b(?:no|zero|0|without)(?: any)?(?: \w+)?(?: (?:and|or|nor))?(?: \w+)?` +
		` warnings?\b|\bwarning-free\b|` +
		`(?:零|无|没有?|0\s?[个条]?)\s?(?:警告|告警|warning)`}
	// noFindingWords say that a linter found nothing.
	noFindingWords = &text.LazyRegexp{Expr: `\b(?:no|zero|0|without(?: any)?|free of|not a single) (?:lint(?:er)? |` +
		`style |` +
		`remaining )?(?:violations?|findings?|issues?|problems?|offen[sc]es?|complaints?|warnings?|` +
		`errors or warnings)\b|\bnothing\b|\bclean\b|\bspotless\b|\bsilent\b|\bquiet\b|` +
		`(?:零|无|没有?|0\s?[个条处]?)\s?(?:任何)?\s?(?:违规|问题|警告|告警|提示|报告)|干净`}
	// knownFindingWords say that a linter found something all the same.
	knownFindingWords = &text.LazyRegexp{Expr: `\b(?:except|apart|besides|only|but|pre-?existing|existing|new|other|` +
		`further|` +
		`old|known|baseline|remaining [1-9]|[1-9]\d* (?:\w+ )?(?:warnings?|violations?|findings?))\b|` +
		`除|原有|已有|存量|新增|新的|其他|其它|只有|仅`}
	// uncommittedWords say that something is not committed.
	uncommittedWords = text.LazyRegexp{Expr: `(?i)(?:\bun|\bnot (?:yet |been )?|n\x27t (?:yet |been )?)committed\b|` +
		`\bworking (?:tree|copy|directory)\b|[未没](?:有)?提交`}
	// bundleWords name what a build makes, unlike a compiler that only checks types.
	bundleWords = &text.LazyRegexp{Expr: `\b(?:build|bundle|package|artifacts?)\b|构建|打包`}
	// typeCompilers say that types were checked, and no more.
	typeCompilers = text.LazyRegexp{Expr: `\b(?:vue-)?tsc\b|compil|typescript|编译`}
	// folderNouns say that a name is that of a folder, and of no branch.
	folderNouns   = text.LazyRegexp{Expr: `\b(?:folders?|director(?:y|ies)|dirs?|packages?)\b|目录|文件夹`}
	compilerWords = &text.LazyRegexp{Expr: `\bcompilers?\b|编译器`}
	imageWords    = &text.LazyRegexp{Expr: `\bimages?\b|\bdocker|\bpodman\b|\bcontainers?\b|镜像|容器`}
	raceWords     = &text.LazyRegexp{Expr: `\brac(?:e|es|y)\b|竞态|竞争`}
	unitWords     = &text.LazyRegexp{Expr: `\bunit\b|单元|单测`}
	testKindWords = text.LazyRegexp{Expr: `e2e|integration|smoke`}
	rollbackWords = &text.LazyRegexp{Expr: `\broll(?:ed|ing)?[ -]?back|previous|\bback (?:on|to|at)\b|\brevert|回滚|` +
		`回退|退回|切回|恢复到`}
	productionWords = &text.LazyRegexp{Expr: `\bprod(?:uction)?\b|\blive\b|生产|线上|上线|正式`}
	textWords       = &text.LazyRegexp{Expr: `\btypos?\b|spelling|wording|grammar|misspell\w*|` +
		`broken links?|错别字|拼写|文案|措辞|笔误|链接`}
	triedWords = &text.LazyRegexp{Expr: `\b(?:tested|tried|clicked)\b|实测|点击|试过|` +
		// what is so after an event can only be tried
		`\b(?:gone|left|there|removed|deleted|written|created|released|closed) (?:again )?(?:after|when|once|on|` +
		`upon) \S|` +
		`\bctrl-?[a-z]\b|\bsig(?:int|term|hup|kill)\b|按\s?ctrl|(?:退出|中断|杀掉|断开)之?后`}
	readWords = &text.LazyRegexp{Expr: `\b(?:read|reading|file|files|config|contents?|docs?|` +
		`output|diff|log|exists?|grep|search)\b|` +
		`文件|配置|文档|日志|内容`}
)
