package patterns

import "ccc/internal/text"

// deliveryPatterns match what was delivered to where it takes effect, told by a verb and a place ("Synced `assets/` to
// the bucket"), by the state of the thing there ("is in effect on all hosts"), or by what the place has now
// ("production serves the new build").
var deliveryPatterns = []*Pattern{
	{
		Kind: Deployed, hint: "rolled",
		expr: `(?:^[^\pL\pN]*|[.,;:(] |\band )(?:(?:the|all|both|every|each|our|your) (?:[\w-]+ ){1,3}|` +
			`(?:it|they|CODE) )(?:has |have |now )?rolled (?:out|over) (?:successfully|cleanly|fine|` +
			`everywhere|without|and (?:is|are)\b)`,
		example: "The worker rolled out successfully.",
		counter: "The plan is to roll it out; the dice rolled over the table.",
	},
	{
		Kind: Deployed, hint: "production prod staging stage uat qa demo canary release version api worker web is_out",
		expr: `^[^\pL\pN]*(?:production|prod|staging|stage|uat|qa|demo|canary|api|worker|web|backend|frontend)[^\pL\pN]*` +
			`[:|–—][^\pL\pN]*(?:rolled out|deployed|released|updated|shipped)\b|` +
			`\b(?:release|version) v?\d[\w.]* is (?:now )?out\b`,
		unless:  deliveryUnless + `|\b(?:by|when|each|every|after|on (?:merge|push|tag))\b`,
		example: "**Production**: rolled out with the same manifest.", counter: "Production: rolled out by the pipeline.",
	},
	{
		Chinese: true, Kind: Deployed, hint: "上传",
		expr: `(?:体验版|正式版|安装包|静态资源|产物|固件|插件|扩展|小程序|源码图|[\d.]{3,})[^，。；]{0,10}?` +
			`(?:已经?|都已?|全部|也已?)(?:经)?上传(?:到|至|了|好|完成|成功|$|[，。；])`,
		unless:  `[未没待]|需要?|请|如果|会|用户`,
		example: "体验版已经上传。", counter: "用户的头像已经上传。",
	},
	{
		Kind: Deployed,
		hint: "applied rolled promoted synced uploaded pushed installed flashed copied moved switched migrated loaded " +
			"imported restored enabled attached rebooted restarted upgraded updated downgraded provisioned replicated " +
			"shipped pointed submitted bound registered added set imported seeded backfilled transferred propagated " +
			"launched bumped rebuilt rotated reverted purged mirrored sent landed rolled distributed " +
			"patched swapped replaced turned_on unpaused tagged backported activated released reloaded published " +
			"deployed rsynced scp'd rebuilt imaged burned joined scheduled",
		expr: `(?:I DID|IS DONE|^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[^\s,;:|]+\s+|[^\s,;:|]+\s*[:|–—]\s+){1,7}?(?:is |are |` +
			`was |were |has been |have been |now |successfully |also |already |` +
			`just )*)((?:re-?)?PLACING)\b(?:[^.;:]|\.\d){0,70}?\s(?:to|on|onto|in|into|across|at|over|for|behind|` +
			`under|with|through|from|via)\s[^.;:]{0,40}?(?:VENUE|MANY)`,
		unless:  deliveryUnless,
		example: "Synced `assets/` to the `s3://brand-cdn` bucket – 1,204 objects.",
		counter: "I moved the handler to the server package.",
	},
	{
		Kind: Deployed,
		hint: "live effect force running installed flashed loaded applied serving available active enabled attached " +
			"public " +
			"up_ out_ in_ back_ exists reachable served mounted scheduled imported restored migrated synced upgraded " +
			"updated promoted switched set_live into_service turned_on migration unpaused armed",
		expr: `(?:\b(?:is|are|runs?|sits?|went|'s|'re|now|already)|'s|'re) (?:now |already |all |both |back |fully |` +
			`up and |again |also |installed and |loaded and )*(?:live|in (?:place|use|production)|running|up|` +
			`installed|flashed|loaded|applied|serving|available|active|enabled|attached|public|unpaused|armed|out|` +
			`served|mounted|scheduled|reachable|imported|restored|migrated|synced|upgraded|updated|promoted|switched|` +
			`in|back|there)\s(?:\w+ )?(?:on|in|at|under|for|across|to|into|from|behind|via|` +
			`with)\s[^.;:]{0,40}?(?:VENUE|MANY)|\b(?:is|are|now|'s) (?:now |both |all |fully )*in (?:effect|force)\b|` +
			`\b(?:took effect|(?:went|goes|put) into (?:service|production|effect))\b|I DIDset live\b|\b(?:automation|` +
			`cron (?:entry|job)|timer|theme|dag|alert|cache rule|rule set|webhook|maintenance mode|` +
			`read-only mode)\b[^;:,]{0,40}?\b(?:is|are) (?:now )?(?:active|loaded|armed|enabled|live|installed|` +
			`unpaused|scheduled)\b|I DIDturned on (?:\w+-?\w* )?(?:mode|maintenance)\b|\b(?:is|` +
			`are) synced to (?:revision|commit)\b|\bmigrations?\b[^;:]{0,20}?\b(?:ran|run|was run|has run|applied|` +
			`executed) (?:on|against|in) the\b[^;:]{0,20}?\b(?:database|db|cluster|instance)\b|\bactive on CODE|` +
			`\b(?:exists?|is|are) (?:now )?(?:on|in|at) (?:the )?(?:prod(?:uction)?|live|staging)\b`,
		unless:  deliveryUnless + `|\b(?:bugs?|problems?|issues?|errors?|files?|code|logs?|tests?|data|docs?) (?:is|are) `,
		example: "The retention policy is in effect on the `logs-*` indices.",
		counter: "The problem is live in the cluster's config.",
	},
	{
		Kind: Deployed, hint: "is_on are_on is_at are_at s_on sits_ sit_ is_in are_in now_ also_on already_on",
		expr: `(?:\d\S*|CODE|\b(?:version|release|build|image|firmware|fix|patch|schema|package|app|site|extension|` +
			`chart|dashboard|policy|rules?|config|assets?|bundles?|pages|artifacts?|binar(?:y|ies)|images|builds|` +
			`front-?end|back-?end|service|worker|bot))(?: [\w-]+)?\s(?:is|are|sits?) (?:now |also |already )?(?:on|` +
			`at|in) [^;:]{0,20}?(?:VENUE|MANY)`,
		unless: deliveryUnless, example: "`svc-auth` 7.3 is on all six nodes.",
		counter: "The fix is in all nodes of the tree's class.",
	},
	{
		Kind: Deployed, hint: "prod staging uat cluster registr npm pypi crates maven store orgs nodes hosts servers " +
			"replicas pods " +
			"tenants regions databases green blue canary instances machines workers sites shops boards devices homebrew " +
			"cdn buckets testflight environments players terminals screens",
		expr: `(?:VENUE|MANY|\b(?:green|blue|canary))(?: \w+| CODE)? (?:now |all |both |already |each )*(?:runs?|` +
			`serves?|carr(?:y|ies)|gets?|got|has|have|is on|are on|is at|are at|(?:is|are) running(?: on)?|takes?|` +
			`took|received|picked up|holds?|uses?|points? (?:at|to)|lists?|offers?)\s[^;:]{0,30}?` +
			`(?:\bv?\d+\.\d[\w.]*|\brevision \d|\bbuild \d|\bthe (?:new|fixed|patched|latest|previous|same) \w+|` +
			`\bthe (?:\w+ )?(?:build|image|release|version|fix|patch)\b|\ball (?:the |of the )?traffic|\b100 ?%|` +
			`\bnew \w+)`,
		unless: `\b(?:your|still|if|when|would|should|was|were|needs?|only)\b|\b(?:node|python|php|java|go|ruby|` +
			`postgres\w*|mysql|redis|kubernetes|k8s|linux|ubuntu|debian|alpine|openssl) v?\d`,
		example: "All nine orgs got the new Apex class.", counter: "Production runs Postgres 14.2.",
	},
	{
		Kind: Deployed, hint: "scaled scaling resized grew grown shrunk downsized upsized",
		expr: `\b(?:down|up)?-?(?:scaled|resized|grew|grown|shrunk|downsized|upsized)\b[^;]{0,60}?(?:\bfrom (?:NUM|` +
			`one|\d+)\b[^;]{0,20}?\bto (?:NUM|one|\d+)|\bto (?:a single|one|NUM|\d+)) (?:\w+ )?(?:pods?|nodes?|` +
			`replicas?|instances?|workers?|machines?|vms?|servers?|dynos?|tasks?|shards?|partitions?|[gmt]i?b|v?cpus?|` +
			`cores?|consumers?)\b|\bscaled (?:down |up |out |in )?to (?:zero|NUM)\b`,
		unless:  `\b(?:image|icon|font|scaled (?:by|to fit|with)|automatically|autoscal\w+)\b`,
		example: "Worker pool scaled from 4 to 12 pods.", counter: "The image is scaled from 4 to 12 px.",
	},
	{
		Kind: Deployed,
		hint: "promoted failed_over cut_over upgraded updated downgraded bumped switched migrated pinned moved_to",
		expr: `(?:I DID|IS DONE|^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[^\s,;:|]+\s+){1,5}?)promoted\s[^;:]{0,30}?(?:\bto\b|` +
			`\bfrom\b|$)|I DID(?:failed over|cut over|promoted)\b|(?:VENUE|MANY|\b(?:on|` +
			`in) CODE)(?: [\w-]+)? (?:(?:is|are|was|were|has been|have been|now|all|both) )*(?:upgraded|updated|` +
			`downgraded|bumped|switched|migrated|moved|set|pinned)(?: from [^;:]{1,20}?)? to\s[^;:]{0,12}?(?:v?\d|CODE|the )`,
		unless: deliveryUnless + `|\bpromoted (?:\w+ )?to (?:an?|owner|admin|errors?|warnings?|const|fields?|props?)\b|` +
			`\bdependenc`,
		example: "Postgres on `db-3` has been upgraded from 14 to 16.", counter: "Warnings promoted to errors.",
	},
	{
		Kind: Deployed, hint: "back_to back_on back_at rolled_back",
		expr: `I DIDrolled back\b[^;:]{0,40}?(?:VENUE|\bto (?:CODE|v?\d|the (?:previous|last|old)))|(?:I DID|IS DONE|` +
			`^[^,;:]{1,40}\s)(?:rolled|switched|moved|went|gone|reverted|downgraded|pinned|put|taken|` +
			`brought)\s[^;]{0,50}?\bback (?:to|on|onto)\s[^;]{0,30}?(?:CODE|\bv?\d|\b(?:previous|last|old|earlier|` +
			`stable|known|prior)\b)|\b(?:is|are) back (?:on|at) (?:CODE|v?\d|the (?:previous|last|old|earlier|stable|prior) )`,
		unless: `\b(?:commits?|branch(?:es)?|files?|code|lines?|function|tests?|wording|text|api|signature|name|` +
			`design|approach|behaviou?r|layout|colou?rs?)\b`,
		example: "I rolled the checkout service back to `v381`.", counter: "I went back to the old wording.",
	},
	{
		Kind: Deployed,
		hint: "slot traffic dns load balancer flag blue/green weight cname record alias tag pointer symlink vip",
		expr: `(?:I DID|IS DONE)(?:swapped|flipped|cut over|drained|shifted|switched|moved|failed over|repointed|` +
			`pointed)\b[^;]{0,40}?\b(?:slots?|traffic|dns|load balancer|(?:feature )?flags?|blue/green|weights?|cname|` +
			`records?|alias|vip|CODE alias)\b|\btraffic (?:is|goes|now goes|flows|has been|was)\b[^;]{0,30}?\b(?:on|` +
			`to|through|via|shifted|switched|moved|served by|hitting)\b|\b(?:alias|tag|pointer|cname|dns|records?|` +
			`symlink|vip|floating ip)\b[^;]{0,30}?\b(?:moved|points|pointed|pointing|switched|set|` +
			`repointed)\b[^;]{0,40}?\b(?:to|at)\b|\bflags?\b[^;]{0,30}?\b(?:is|are) (?:now )?(?:on|off|enabled|` +
			`disabled|live) (?:for|in|on)\s[^;]{0,20}?(?:\ball\b|every|\d ?%|VENUE|MANY)`,
		unless: `\b(?:if|when|would|should|branch|commit|repo|git|must|can|html|settings|page|screen|markup|head|` +
			`annotated|line|struct|field|to a|into|cli|option|argument|your|linked|swap(?:s|ped)? two)\b`,
		example: "Lambda: alias `live` was moved from version 17 to 18.", counter: "I moved the flag to a struct.",
	},
	{
		Kind: Deployed, CodeForm: &text.LazyRegexp{Expr: `^(?:\w+=\S+ )*(?:cdk deploy|(?:terraform|tofu) apply|pulumi up|` +
			`helm (?:upgrade|install)|kubectl (?:apply|rollout|set image)|(?:fly|flyctl|vercel|netlify|wrangler|` +
			`firebase|serverless|sls|eb|railway|dokku)\b.*deploy|(?:npm|pnpm|yarn|cargo|poetry|uv) publish|` +
			`twine upload|gcloud .*deploy|ansible-playbook|docker push|gh release create|argocd app sync|` +
			`git push (?:heroku|dokku)|make deploy|mvn deploy|kamal deploy|cap \w+ deploy)`},
		hint: "\ue000",
		expr: `CODE\s*(?:has |is |was |ran |on \w+ |to \w+ )*(?:finished|completed?|done|succeeded|went through|` +
			`through|exited (?:with )?0|ran clean|ok\b|ended (?:well|with success))|已经?(?:执行|跑完?|运行)了?\s*CODE|` +
			`CODE\s*(?:已经?|也|都|执行|跑|在[^，。；]{1,10})*(?:完成|成功|完了|好了|过了|打到|完毕|上去了|出去了)`,
		unless:  `\b(?:if|when|once|after|until|would|should|fails?|failed|not|dry|must|will)\b|(?:如果|等|才|后|时|再|未|没|待|失败)`,
		example: "`cdk deploy` finished in 4 minutes.", counter: "Once `cdk deploy` is done, open the page.",
	},
	{
		Kind: Deployed, CodeForm: &text.LazyRegexp{Expr: `^(?:ghcr\.io|docker\.io|quay\.io|[\w.-]+\.(?:dkr\.ecr|azurecr|` +
			`pkg\.dev|gcr\.io)|s3://|gs://|r2://|oci://|registry[.-]|harbor\.|https?://|prod\w*$|staging$|live$|` +
			`canary$|(?:qa|uat|test|dev|demo|preview|sandbox)(?:-\w+)?$|gh-pages$|[\w-]+\.(?:com|net|org|io|dev|app|` +
			`cn|example|internal|local|corp)\b)`},
		hint: "pushed uploaded published deployed synced copied shipped released live_at live_in served up_at up_on " +
			"running_in running_on mirrored",
		expr: `(?:\b(?:pushed|uploaded|published|deployed|synced|copied|shipped|released|` +
			`mirrored)\b[^;:]{0,40}?\s(?:to|on|in|at|under|as)|\b(?:live|up|served|reachable|available|running) (?:at|` +
			`on|under|in)) (?:the )?CODE`,
		unless:  deliveryUnless + `|\b(?:branch|remote|origin|commits?|tests?|mock|fake|stub|docs at|if|when)\b`,
		example: "Docker image pushed to `ghcr.io/acme/api:2.1`.",
		counter: "I copied the link to `https://example.com`, if you need it.",
	},
	{
		Kind: Deployed, hint: "runs_ _run_ renewed rotated reissued revoked patched upgraded drained redeployed " +
			"provisioned reached landed_on _complete back_up online enforced i_set set_ migration reloaded restarted " +
			"rebooted purged invalidated flushed is_on is_in s_on rule record route polic entry secret cert key " +
			"webhook alarm topic queue bucket dashboard monitor % everyone terraform ansible pulumi",
		expr: `(?:I DID|IS DONE|^[^\pL]*)(?:ran|run|executed|applied) (?:the |all |both |` +
			`that )?(?:\w+ ){0,2}?migrations? (?:on|against|in|for) [^;:]{0,14}?(?:VENUE|MANY)|\b(?:nginx|haproxy|` +
			`caddy|traefik|envoy|(?:web |mail )?server|daemon|service|proxy|apache|prometheus|` +
			`broker)s?\b[^;:,]{0,30}?\b(?:was|were|has been|have been) (?:reloaded|restarted|rebooted)\b|\b(?:cdn|` +
			`cloudflare|cloudfront|fastly|edge|varnish)\b[^;:]{0,12}?\bcaches? (?:was |is |` +
			`has been )?(?:now )?(?:purged|invalidated|flushed|cleared)|\bruns? v?\d[\w.]* (?:in|on|` +
			`at) [^;:]{0,10}?(?:VENUE|MANY)|\b(?:certificates?|certs?|secrets?|api keys?|` +
			`tokens?)\b[^;:]{0,40}?\b(?:was|were|has been|have been) (?:renewed|rotated|reissued|replaced|revoked|` +
			`swapped)\b|I DID(?:patched|upgraded|updated|restarted|rebooted|drained|redeployed|downgraded|` +
			`provisioned)\s[^;:,]{0,24}?(?:MANY|\b(?:fleet|prod|production)\b)|\b(?:reached|landed on|` +
			`arrived on) [^;:]{0,12}?MANY|I DID(?:set|put|enabled|turned on|raised|lowered|changed|` +
			`configured) [^;:]{1,50}? (?:on|in|for) (?:the )?(?:prod\w*|live|staging) \w|\bin (?:\w+_complete|` +
			`state synced|sync and healthy)\b|\b(?:is|are) back (?:up|online)\b|\b(?:is|are) (?:now )?(?:enforced|` +
			`online|active) (?:for (?:the whole|every|all)|at|everywhere)|(?:\b(?:is|are)|'s) (?:now |also |` +
			`up )*(?:on|in|at) (?:the )?(?:npm|pypi|crates\.io|rubygems|maven central|docker ?hub|ghcr|ecr|nuget|` +
			`packagist|testflight|(?:app|play|web|chrome) store|github pages|homebrew)\b|\b(?:is|are|` +
			`went) (?:now )?(?:out|live|rolled out|on|enabled|open) (?:to|for) (?:all\b|\d+ ?%|everyone|everybody|` +
			`half)|\b(?:terraform|ansible|pulumi|cdk|the playbook) (?:has |have )?(?:created|applied|added|changed|` +
			`updated|installed|deployed)\b|\b(?:rules?|records?|routes?|polic\w+|entry|entries|secrets?|certificates?|` +
			`certs?|keys?|webhooks?|alarms?|topics?|queues?|buckets?|namespaces?|dashboards?|monitors?|` +
			`volumes?)\b[^;:,]{0,20}?\b(?:added|created|set up|in place|registered|rotated|issued|renewed|installed|` +
			`replaced|swapped)\b[^;:]{0,20}?\s(?:on|in|at|to|for|with) [^;:]{0,20}?(?:VENUE|MANY)`,
		unless:  deliveryUnless + `|\b(?:if|when|once|until|would|should|must|will|can)\b`,
		example: "The gem is on RubyGems as 0.4.1.", counter: "A rule is added to the switch when it starts.",
	},
	{
		Kind: Deployed, hint: "terraform tofu pulumi helm ansible playbook rollout apply backfill failover cutover " +
			"cut-over " +
			"restore rollback promotion flyway alembic liquibase argo cdk sync upgrade",
		expr: `\b(?:terraform|tofu|pulumi|helm|ansible|playbook|rollout|apply|backfill|failover|cut-?over|restore|` +
			`rollback|promotion|flyway|alembic|liquibase|argo ?cd|cdk|sync|upgrade)\b(?: (?:apply|upgrade|run|deploy|` +
			`job|play|(?:of|on|to|for|in) [^;:,]{1,40}))*\s(?:has |have |is |was |all |now |ran |run )*(?:finished|` +
			`done|completed?|through|succeeded|successful|went through|ended|landed|clean)\b`,
		unless:  `\b(?:build|tests?|code|when|once|after|until|if|needs?|must|should|to be|your|dry|plan)\b`,
		example: "Terraform apply finished: 4 added, 0 destroyed.", counter: "Once the apply is done, look at the plan.",
	},
	{
		Kind: Deployed, hint: "revision generation",
		expr: `\b(?:release|chart|stack|deployment|service|task definition|function)\b[^;]{0,40}?(?:\||\b(?:upgraded|` +
			`updated|installed|rolled|set|bumped|is|are|now)\b)[^;]{0,20}?\b(?:revision|generation) \d`,
		unless:  `\b(?:git|svn|if|when|was)\b`,
		example: "| Helm release `agent` | upgraded to revision 9 |", counter: "The service has a revision field.",
	},
	{
		Kind: Deployed, hint: "rolled purged deployed live released shipped published upgraded migrated restarted " +
			"effect applied " +
			"synced promoted",
		expr: `^[^\pL\x{e000}-\x{e0c7}]*[^,;:|]{1,24}\s*[:|]\s*(?:v?\d[\w.]* )?(?:rolled out|purged|deployed|live|` +
			`released|shipped|published|upgraded|migrated|restarted|in effect|applied|synced|promoted)(?:\s*$|\s*[,;:.(|–—✅])`,
		unless: `\b(?:state|status|type|value|field|if|when|possible|one of|fmt|format\w*|lint\w*|style|fix(?:es)?|` +
			`suggest\w*)\b|, \w+(?:,| or )`,
		example: "- **eu:** rolled out", counter: "Status: released, draft or archived",
	},
	{
		Chinese: true, Kind: Deployed,
		hint: "线上 生产 预发 staging 装 滚 换 放开 放出 起来 升完 打开 指 发 推 传 同步 部署 上线 更新 升 切 滚动 装 导 灌 写 刷 烧 应用 生效 apply reload 重启 下发 迁移 " +
			"跑 执行 建 创建 挂 提升 放量 提交 加载 " +
			"注册 启用 拉 起 synced deploy 公开 上架 打到 换",
		expr: `(?:已经?在[^，。；]{0,12}?ZHVENUE[^，。；]{0,6}?(ZHPLACING)(?:好|完|上|成|了|到)|` +
			`(?:把|将)[^，。；]{1,24}?(ZHPLACING)(?:到|进|` +
			`至|上|在|入|给|往)了\s*[^，。；]{0,14}?ZHVENUE|(?:已经?|都|也|均|全部|刚|成功|我)[^，。；]{0,24}?(ZHPLACING)(?:过|完|好|成)?(?:到|进|至|` +
			`上|在|入|给|往)了?\s*[^，。；]{0,14}?ZHVENUE|(ZHPLACING)(?:到|进|至|上|入)了\s*[^，。；]{0,14}?ZHVENUE|(ZHPLACING)(?:到|进|至|` +
			`上|入)\s*[^，。；]{0,10}?ZHVENUE[^，。；]{0,6}了ZHEND|ZHVENUE[^，。；]{0,30}?(?:已经?|都|也|均|全部?|现在|现已|` +
			`成功)\s*(?:[^，。；]{0,8}?(ZHPLACING)|有|在\s|是\s?v?\d|能拉到|可用|公开)|ZHVENUE[^，。；]{0,24}?(?:建好|建成|起来|升完|全升完|` +
			`(ZHPLACING)(?:好|完|上去|进去|出去|完毕|完成|成功|过|到位|成[^，。；]{1,10}))了?ZHEND|ZHVENUE[^，。；]{0,4}(?:现在|目前|这会儿)?(?:跑|运行|` +
			`装)的(?:就|已经?)?是[^，。；]{0,10}(?:这|新|CODE|v?\d))[^，。；]{0,30}`,
		unless:  zhDeliveryUnless,
		example: "告警规则也灌进了 Prometheus。", counter: "线上目前跑的还是旧版本。",
	},
	{
		Chinese: true, Kind: Deployed,
		hint: "灰度 生效 重启 刷新 重载 预热 换成 换到 滚到 改到 降为 调到 切到 指到 发了 放出 出去了 失效 更新 扩 缩 回滚 退回 回退 切回 降回 reload 生效 应用 apply 下发 提升 执行 " +
			"synced 重启 滚动 放量 切流 割接 回填",
		expr: `从\s*\d+\s*(?:个|台|核|副本|节点|pod|实例)[^，。；]{0,8}(?:扩|缩|加|减|降)(?:容)?(?:到|至|为)了?\s*\d+|(?:worker|副本|实例|节点|pod|` +
			`机器)[^，。；]{0,10}(?:从|由)\s*\d+\s*个?(?:扩|缩|降|加|增|提|减)(?:容)?(?:到|为|至)了?\s*\d|(?:灰度|放量)[^，。；]{0,6}(?:到|` +
			`至)了?\s*\d+\s*%[^，。；]{0,8}|(?:扩|缩)容?(?:到|至|成)\s*\d+\s*个?(?:实例|副本|节点|pod|台)|服务[^，。；]{0,6}已(?:经)?重启ZHEND|` +
			`新(?:参数|配置|规则|证书)[^，。；]{0,4}生效ZHEND|(?:缓存|配置)[^，。；]{0,4}已?(?:刷新|重载|预热)(?:完成|完毕|成功|好了|ZHEND)|(?:副本|pod|实例|` +
			`节点|服务)[^，。；]{0,10}(?:已经?|都)[^，。；]{0,6}(?:切|换|升|更新|滚)(?:到|成|至)|(?:灰度|流量|放量|权重)(?:比例)?[^，。；]{0,6}已?经?(?:从|` +
			`由)[^，。；]{1,8}(?:调|切|提|升|放)(?:高)?(?:到|至)|(?:a 记录|cname|解析|别名)[^，。；]{0,14}(?:已经?|都)(?:指|切|换|改)(?:到|向|成)|` +
			`(?:configmap|deployment|statefulset|ingress|secret|证书|缓存|crd)[^，。；、]{0,10}(?:已经?|都|也)[^，。；、]{0,6}(?:更新|` +
			`rollout|重启|替换|续期|续签|轮换|失效|换(?:到|上|好)|刷新?过?)|已经?\s*CODE\s*出去了|新(?:版|首页|页面)[^，。；]{0,8}已(?:经)?放出|` +
			`(?:v?\d+\.\d[\d.]*|新版本?)\s*发(?:了|出去了)ZHEND|CODE[^，。；]{0,16}上已[^，。；]{0,8}重启|(?:扩|缩)(?:容)?(?:到|至|` +
			`成)了\s*\d+\s*(?:个|台|核|副本|节点|g|pod)|(?:已经?|成功|我|都|也|把[^，。；]{1,16})\s*(?:退回|回滚|回退|切回|降回)(?:到|` +
			`至)?了?\s*(?:CODE|v?\d|上一?个?版|旧版|原来)|已经?\s*(?:热)?(?:reload|重载|热加载|apply|下发|应用ZHEND|滚动重启|全量)|(?:线上|现网|全网|` +
			`全量|即时|马上)(?:已经?)?生效了?ZHEND|已经?(?:在[^，。；]{1,10})?生效|(?:apply|下发|rollout|upgrade|sync|放量|切流|割接|回填|滚动(?:更新|` +
			`重启)|扩容|缩容|回滚)[^，。；]{0,14}?(?:完毕|完成|成功|完了|好了|结束)ZHEND|把[^，。；]{1,20}(?:提升|升级|晋升)[为成到][^，。；]{1,12}了ZHEND`,
		unless:  zhDeliveryUnless + `|代码|提交|commit|分支|文件|依赖|字段`,
		example: "`recommend-api` 从 4 个 Pod 扩到了 10 个。", counter: "配置要 reload 才会生效。",
	},
}

const (
	zhDeliveryUnless = `(?:待|需要?|[^断]未|没|无法|不能|不会|如何|可以|请[^求]|建议|尚|应该?|会|将要|如果|若|想|准备|计划|打算|再|才|等|记得|麻烦|` +
		`之前)[^，。；]{0,8}?(?:ZHPLACING|生效|reload|apply)|[你您他她]|用户|客户|同事|运维|还是|仍是?|旧版本$|自动|(?:发布|部署|上线|同步|迁移|更新)(?:脚本|流程|文档|` +
		`配置|说明|步骤|逻辑|方案|失败)(?:$|[^已也都])|(?:构建|编译|打包)(?:成功|通过|完成)|谁|吗|文档|readme|注释|依赖|测试(?:用例|数据)|失败|超时|被拒|不清楚|时会|(?:之?后|时|` +
		`前)[，,]|怎么|一致就|代表|表示|说明|在后台(?:跑|运行|启动|拉?起)`
	zhVenue = `(?:线上|生产|预发|预生产|测试环境|联调环境|灰度|正式|现网|staging|prod\w*|uat|集群|k8s|kubernetes|云函数|机房|节点|服务器|机器|主机|跳板机|堡垒机|` +
		`实例|板子|开发板|单板|设备|网关|命名空间|namespace|vault|harbor|nexus|artifactory|registry|制品库|镜像仓库|dockerhub|docker hub|ghcr|acr|` +
		`ecr|npm|pypi|crates\.io|maven|nuget|rubygems|商店|web store|testflight|app store|蒲公英|pages|vercel|netlify|` +
		`cloudflare|cdn|oss|cos|s3|对象存储|桶|prometheus|grafana|alertmanager|kafka|nginx|argocd|istio|apollo|nacos|consul|` +
		`etcd|aws|阿里云|腾讯云|华为云|azure|gcp|pm2|systemd|supervisor|crontab|homebrew|brew|tap|fly\.io|heroku|租户|门店|交换机|路由器|防火墙|` +
		`域名|dns|负载均衡|\blb\b|\bslb\b|小程序(?:后台)?|公众号|firebase|supabase|snowflake|数仓|clickhouse|(?:生产|测试|预发|staging|线上|dev|` +
		`正式|主|从|业务|各|租户)\s*(?:环境的?)?(?:数据)?库|库表|从库|主库|(?:全部|所有|\d+)\s*[台个]\s*[^，。；]{0,6}(?:节点|机器|服务器|实例|副本|pod|主机|门店|设备|` +
		`边缘)|github (?:上|release)|内网|外网|官网|文档站|站点|helm|terraform|ansible|playbook|lambda|serverless|vps|树莓派|\bnas\b|` +
		`launchdarkly|greasyfork|airflow|打包机|runner|\d+\.\d+\.\d+\.\d+|(?:dev|test|qa)\s*(?:集群|环境)|es 集群)`
	zhDeliveryVerbs = `(?:发布?|推送?|上?传|同步|部署|上线|更新|升级?|切换?|滚动(?:更新|发布|升级)?|安?装|导|灌|写|刷|烧录?|应用|apply|applied|` +
		`reload(?:ed)?|重启|` +
		`下发|迁移|跑|执行|建好|建成|创建|挂|提升|放量|提交|加载|注册|启用|开启|拉起|synced|sync|deploy(?:ed)?|公开|上架|打|换|push(?:ed)?|rollout|` +
		`upgrade(?:d)?|滚|放开|放出|起来|建到|打开|升完|生效|扩容?|缩容?|回滚|退回|配|指|解析|开通|绑定?|接入)`
)

const (
	// venues are places in which something takes effect. One of countedHosts is such a place only with its number.
	venues = `(?:\b(?:the |live |our )?(?:prod(?:uction)?|staging|pre-?prod|uat|clusters?|k8s|kubernetes|namespaces?|` +
		`vps|fleet|cdn|cloudfront|cloudflare|fastly|netlify|vercel|heroku|railway|s3|gcs|r2|buckets?|registry|registries|` +
		`ecr|ghcr|gcr|harbor|artifactory|nexus|docker ?hub|npm|pypi|crates\.io|maven central|rubygems|nuget|packagist|` +
		`hex\.pm|jsr|(?:app|play|web|chrome|microsoft|snap|add-on|extension) store|store|marketplace|testflight|homebrew|` +
		`tap|ppa|flathub|f-droid|firebase|lambda|cloud run|app engine|azure|aws|gcp|alertmanager|prometheus|grafana|` +
		`snowflake|bigquery|redshift|clickhouse|kafka|warehouse|load balancer|systemd|pm2|supervisord|boards?|devices?|` +
		`switch(?:es)?|routers?|jump host|bastion|vault|consul|route ?53|nameservers?|github pages|gitlab pages|subgraph|` +
		`(?:main|test) ?net|sepolia|testers|beta (?:group|channel)|canary|firewalls?|gateways?|web servers?|(?:db|` +
		`database|primary|replica|read|live|build|jenkins|ci|mail|proxy) (?:server|host|node|instance|box|vm)s?|plc|` +
		`kiosks?|tenant databases|sandbox|rds|ec2|eks|gke|aks|dynamodb|cms|multisite|shopify|primary|replica|nas|` +
		`raspberry pi|hugging ?face|bigquery|github releases|github with|running (?:instance|server|container|process)|` +
		`slots?|roles?|(?:web|app|db|api|node|host|srv|server|worker|edge|lb|vm|box)-?\d{1,3}|` +
		`(?:qa|test|dev|demo|preview) (?:stage|environment|env|namespace|cluster|system|slot)|CODE (?:host|server|` +
		`node|cluster|box|vm|namespace|account|bucket|environment|role|project|topic|` +
		`alias|database|db|pool|group|region|org|store|index|indices))\b|://)`
	countedHosts = `\b(?:all|both|every|each|the other|the remaining|the first|NUM|\d+)(?: of)?(?: the| our| my|` +
		` these)?(?: [\w/-]+){0,2} (?:nodes?|hosts?|servers?|machines?|boxes|box|vms?|instances?|replicas?|pods?|workers?|` +
		`brokers?|tenants?|regions?|zones?|orgs?|databases?|boards?|routers?|switches|shops?|stores?|sites?|indices|` +
		`environments?|clusters?|shards?|devices?|phones?|gateways?|edges?|pops?|mirrors?|accounts?|projects in|` +
		`data ?cent(?:er|re)s?|racks?|consumers?|slaves?|standbys?|schemas?|players?|terminals?|screens?|printers?|` +
		`customers|users|testers)\b`
	deliveryVerbs = `(?:applied|rolled(?: out)?|promoted|synced|sync'd|uploaded|pushed|published|installed|flashed|` +
		`copied|` +
		`moved|switched|migrated|loaded|imported|restored|enabled|activated|attached|rebooted|restarted|upgraded|updated|` +
		`downgraded|provisioned|replicated|shipped|pointed|submitted|bound|registered|seeded|backfilled|transferred|` +
		`propagated|launched|bumped|rotated|reverted|purged|mirrored|landed|distributed|patched|swapped|backported|` +
		`released|reloaded|replaced|turned on|unpaused|deployed|rebuilt|imaged|burned|rsynced|scp'd|joined|scheduled)`
)

const deliveryUnless = `\b(?:not|never|cannot|nothing|without|instead)\b|n't\b|\bremotes?(?:\s*$|[.,;:)])|` +
	`\bproduction (?:build|bundle|code|` +
	`mode|` +
	`config|dependenc|data\b)|\b(?:package|folder|directory|module|class|function|file|branch|readme|docs?|helper|` +
	`handler|test|tests|fixture|mock|header|footer|component|page|section|line|config file|pr|script|interface|type|` +
	`struct)\s*(?:$|[.,;:)])|\b(?:ops|qa|sre|dba|the (?:\w+ )?team|customers?|colleagues?|admins?|vendors?|reporters?|` +
	`maintainers?|people|somebody|someone|users?|they|he|she|you|who|jenkins|argo\w*|it|which|that)\s+(?:(?:has|have|` +
	`had|also|already|then|just)\s+)*(?:re-?)?PLACING\b|\b(?:every|each|per) (?:\d+|(?:minutes?|hours?|days?|nights?|` +
	`times?|push|commits?|requests?|seconds?|weeks?|releases?|merges?))\b|\b(?:whenever|always|automatically|` +
	`periodically|supports?|daily|hourly|weekly|then)\b|\b(?:is|are) (?:re-?)?PLACING\b[^;]{0,80}?\b(?:by|when|before|` +
	`after|if|once|on (?:startup|merge|release|push))\b|\b(?:locally|on my machine|in memory|in the browser|` +
	`at runtime|at startup|during|by default|in the past)\b|` +
	`\b(?:events?|messages?|records?|metrics|articles?|posts?|notifications?|rows) (?:is|are|gets?)\b|` +
	`\b(?:every|each) [\w-]+ (?:is|are)\b`
