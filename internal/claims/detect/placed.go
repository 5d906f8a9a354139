package detect

// What was brought to a place where it takes effect is told by a verb of bringing and a place ("Synced `assets/` to the
// bucket"), by the state of the thing there ("is in effect on all hosts"), or by what the place has now ("production
// serves the new build").

// placed are the patterns of that.
var placed = []*pattern{
	{
		kind: Deployed,
		hint: "applied rolled promoted synced uploaded pushed installed flashed copied moved switched migrated loaded " +
			"imported restored enabled attached rebooted restarted upgraded updated downgraded provisioned replicated " +
			"shipped pointed submitted bound registered added set imported seeded backfilled transferred propagated " +
			"launched bumped rebuilt rotated reverted purged mirrored sent landed rolled distributed " +
			"patched swapped tagged backported activated released reloaded",
		expr: `(?:I DID|IS DONE|^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[^\s,;:.|]+\s+|[^\s,;:.|]+\s*[:|–—]\s+){1,7}?(?:is |are |was |were |` +
			`has been |have been |now |successfully |also |already |just )*)((?:re-?)?PLACING)\b` +
			`[^.;:]{0,70}?\s(?:to|on|onto|in|into|across|at|over|for|behind|under|with|through|from|via)\s[^.;:]{0,40}?` +
			`(?:VENUE|MANY)`,
		unless:  placedUnless,
		example: "Synced `assets/` to the `s3://brand-cdn` bucket – 1,204 objects.",
		counter: "I moved the handler to the server package.",
	},
	{
		kind: Deployed,
		hint: "live effect force running installed flashed loaded applied serving available active enabled attached public " +
			"up_ out_ in_ back_ exists reachable served mounted scheduled imported restored migrated synced upgraded " +
			"updated promoted switched",
		expr: `(?:\b(?:is|are|runs?|sits?|went|'s|'re|now|already)|'s|'re) (?:now |already |all |both |back |fully |up and |again |also )*` +
			`(?:live|in (?:place|use|production)|running|up|installed|flashed|loaded|applied|serving|available|active|` +
			`enabled|attached|public|out|served|mounted|scheduled|reachable|imported|restored|migrated|synced|upgraded|` +
			`updated|promoted|switched|in|back|there)\s(?:\w+ )?(?:on|in|at|under|for|across|to|into|from|behind|via|with)\s` +
			`[^.;:]{0,40}?(?:VENUE|MANY)|` +
			`\b(?:is|are|now|'s) (?:now |both |all |fully )*in (?:effect|force)\b|\btook effect\b|` +
			`\b(?:exists?|is|are) (?:now )?(?:on|in|at) (?:the )?(?:prod(?:uction)?|live|staging)\b`,
		unless:  placedUnless + `|\b(?:bugs?|problems?|issues?|errors?|files?|code|logs?|tests?|data|docs?) (?:is|are) `,
		example: "The retention policy is in effect on the `logs-*` indices.",
		counter: "The problem is live in the cluster's config.",
	},
	{
		kind: Deployed, hint: "is_on are_on is_at are_at s_on sits_ sit_ is_in are_in now_ also_on already_on",
		expr: `(?:\d\S*|CODE|\b(?:version|release|build|image|firmware|fix|patch|schema|package|app|site|extension|chart|` +
			`dashboard|policy|rules?|config))(?: [\w-]+)?\s(?:is|are|sits?) (?:now |also |already )?(?:on|at|in) ` +
			`[^;:]{0,20}?(?:VENUE|MANY)`,
		unless: placedUnless, example: "`svc-auth` 7.3 is on all six nodes.", counter: "The fix is in all nodes of the tree's class.",
	},
	{
		kind: Deployed, hint: "prod staging uat cluster registr npm pypi crates maven store orgs nodes hosts servers replicas pods " +
			"tenants regions databases green blue canary instances machines workers sites shops boards devices homebrew " +
			"cdn buckets testflight environments",
		expr: `(?:VENUE|MANY|\b(?:green|blue|canary))(?: \w+)? (?:now |all |both |already |each )*(?:runs?|serves?|carr(?:y|ies)|` +
			`gets?|got|has|have|is on|are on|is at|are at|takes?|took|received|picked up|holds?|uses?|points? (?:at|to)|` +
			`lists?|offers?)\s[^;:]{0,30}?(?:\bv?\d+\.\d[\w.]*|\brevision \d|\bbuild \d|\bthe (?:new|fixed|patched|latest|` +
			`previous|same) \w+|\bthe (?:build|image|release|version|old version)\b|\ball (?:the |of the )?traffic|\b100 ?%|` +
			`\bnew \w+)`,
		unless: `\b(?:your|still|if|when|would|should|was|were|needs?|only)\b|\b(?:node|python|php|java|go|ruby|postgres\w*|` +
			`mysql|redis|linux|ubuntu|debian|alpine|openssl) v?\d`,
		example: "All nine orgs got the new Apex class.", counter: "Production runs Postgres 14.2.",
	},
	{
		kind: Deployed, hint: "scaled scaling resized grew grown shrunk downsized upsized",
		expr: `\b(?:down|up)?-?(?:scaled|resized|grew|grown|shrunk|downsized|upsized)\b[^;]{0,60}?(?:\bfrom (?:NUM|one|\d+)\b` +
			`[^;]{0,20}?\bto (?:NUM|one|\d+)|\bto (?:a single|one|NUM|\d+)) (?:\w+ )?(?:pods?|nodes?|replicas?|instances?|` +
			`workers?|machines?|vms?|servers?|dynos?|tasks?|shards?|partitions?|[gmt]i?b|v?cpus?|cores?|consumers?)\b`,
		unless:  `\b(?:image|icon|font|is scaled|are scaled|automatically|autoscal\w+)\b`,
		example: "Worker pool scaled from 4 to 12 pods.", counter: "The image is scaled from 4 to 12 px.",
	},
	{
		kind: Deployed, hint: "promoted failed_over cut_over upgraded updated downgraded bumped switched migrated pinned moved_to",
		expr: `(?:I DID|IS DONE|^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[^\s,;:|]+\s+){1,5}?)promoted\s[^;:]{0,30}?(?:\bto\b|\bfrom\b|$)|` +
			`I DID(?:failed over|cut over|promoted)\b|` +
			`(?:VENUE|MANY|\b(?:on|in) CODE)(?: [\w-]+)? (?:(?:is|are|was|were|has been|have been|now|all|both) )*(?:upgraded|` +
			`updated|downgraded|bumped|switched|migrated|moved|set|pinned)(?: from [^;:]{1,20}?)? to\s[^;:]{0,12}?(?:v?\d|CODE|the )`,
		unless:  placedUnless + `|\bpromoted (?:\w+ )?to (?:an?|owner|admin|errors?|warnings?|const|fields?|props?)\b|\bdependenc`,
		example: "Postgres on `db-3` has been upgraded from 14 to 16.", counter: "Warnings promoted to errors.",
	},
	{
		kind: Deployed, hint: "back_to back_on back_at",
		expr: `(?:I DID|IS DONE|^[^,;:]{1,40}\s)(?:rolled|switched|moved|went|gone|reverted|downgraded|pinned|put|taken|brought)\s` +
			`[^;]{0,50}?\bback (?:to|on|onto)\s[^;]{0,30}?(?:CODE|\bv?\d|\b(?:previous|last|old|earlier|stable|known|prior)\b)|` +
			`\b(?:is|are) back (?:on|at) (?:CODE|v?\d|the (?:previous|last|old|earlier|stable|prior) )`,
		unless: `\b(?:commits?|branch(?:es)?|files?|code|lines?|function|tests?|wording|text|api|signature|name|design|` +
			`approach|behaviou?r|layout|colou?rs?)\b`,
		example: "I rolled the checkout service back to `v381`.", counter: "I went back to the old wording.",
	},
	{
		kind: Deployed, hint: "slot traffic dns load balancer flag blue/green weight cname record alias tag pointer symlink vip",
		expr: `(?:I DID|IS DONE)(?:swapped|flipped|cut over|drained|shifted|switched|moved|failed over|repointed|pointed)\b` +
			`[^;]{0,40}?\b(?:slots?|traffic|dns|load balancer|(?:feature )?flags?|blue/green|weights?|cname|records?|alias|` +
			`vip|CODE alias)\b|` +
			`\btraffic (?:is|goes|now goes|flows|has been|was)\b[^;]{0,30}?\b(?:on|to|through|via|shifted|switched|moved)\b|` +
			`\b(?:alias|tag|pointer|cname|dns|records?|symlink|vip|floating ip)\b[^;]{0,30}?\b(?:moved|points|pointed|` +
			`pointing|switched|set|repointed)\b[^;]{0,40}?\b(?:to|at)\b|` +
			`\bflags?\b[^;]{0,30}?\b(?:is|are) (?:now )?(?:on|off|enabled|disabled|live) (?:for|in|on)\s[^;]{0,20}?(?:\ball\b|` +
			`every|\d ?%|VENUE|MANY)`,
		unless: `\b(?:if|when|would|should|branch|commit|repo|git|must|can|html|markup|head|annotated|line|struct|field|to a|into|cli|` +
			`option|argument|your|linked|swap(?:s|ped)? two)\b`,
		example: "Lambda: alias `live` was moved from version 17 to 18.", counter: "I moved the flag to a struct.",
	},
	{
		kind: Deployed, hint: "terraform tofu pulumi helm ansible playbook rollout apply backfill failover cutover cut-over " +
			"restore rollback promotion flyway alembic liquibase argo cdk sync upgrade",
		expr: `\b(?:terraform|tofu|pulumi|helm|ansible|playbook|rollout|apply|backfill|failover|cut-?over|restore|rollback|` +
			`promotion|flyway|alembic|liquibase|argo ?cd|cdk|sync|upgrade)\b(?: (?:apply|upgrade|run|deploy|job|play|` +
			`(?:of|on|to|for|in) [^;:,]{1,40}))*\s(?:has |have |is |was |all |now |ran |run )*(?:finished|done|completed?|` +
			`through|succeeded|successful|went through|ended|landed|clean)\b`,
		unless:  `\b(?:build|tests?|code|when|once|after|until|if|needs?|must|should|to be|your|dry|plan)\b`,
		example: "Terraform apply finished: 4 added, 0 destroyed.", counter: "Once the apply is done, look at the plan.",
	},
	{
		kind: Deployed, hint: "revision generation",
		expr: `\b(?:release|chart|stack|deployment|service|task definition|function)\b[^;]{0,40}?(?:\||\b(?:upgraded|updated|` +
			`installed|rolled|set|bumped|is|are|now)\b)[^;]{0,20}?\b(?:revision|generation) \d`,
		unless:  `\b(?:git|svn|if|when|was)\b`,
		example: "| Helm release `agent` | upgraded to revision 9 |", counter: "The service has a revision field.",
	},
	{
		kind: Deployed, hint: "rolled deployed live released shipped published upgraded migrated restarted effect applied " +
			"synced promoted",
		expr: `^[^\pL\x{e000}-\x{e0c7}]*[^,;:|]{1,24}\s*[:|]\s*(?:rolled out|deployed|live|released|shipped|published|upgraded|migrated|` +
			`restarted|in effect|applied|synced|promoted)(?:\s*$|\s*[,;:.(|–—✅])`,
		unless:  `\b(?:state|status|type|value|field|if|when|possible|one of)\b`,
		example: "- **eu:** rolled out", counter: "Status: released, draft or archived",
	},
}

// Places in which something takes effect: those by which alone a clause is about such a place, and those of which it
// must say how many they are.
const (
	venues = `(?:\b(?:the |live |our )?(?:prod(?:uction)?|staging|pre-?prod|uat|clusters?|k8s|kubernetes|namespaces?|vps|fleet|` +
		`cdn|cloudfront|cloudflare|fastly|netlify|vercel|heroku|railway|s3|gcs|r2|buckets?|registry|registries|ecr|ghcr|gcr|` +
		`harbor|artifactory|nexus|docker ?hub|npm|pypi|crates\.io|maven central|rubygems|nuget|packagist|hex\.pm|jsr|` +
		`(?:app|play|web|chrome|microsoft|snap|add-on|extension) store|store|marketplace|testflight|homebrew|tap|ppa|` +
		`flathub|f-droid|firebase|lambda|cloud run|app engine|azure|aws|gcp|alertmanager|prometheus|grafana|snowflake|` +
		`bigquery|redshift|clickhouse|kafka|warehouse|load balancer|systemd|pm2|supervisord|boards?|devices?|switch(?:es)?|` +
		`routers?|jump host|bastion|vault|consul|route ?53|nameservers?|github pages|gitlab pages|subgraph|` +
		`(?:main|test) ?net|sepolia|testers|beta (?:group|channel)|canary|firewalls?|gateways?|web servers?|(?:db|database|` +
		`primary|replica|read|live|build|jenkins|ci|mail|proxy) (?:server|host|node|instance|box|vm)s?|plc|kiosks?|` +
		`tenant databases|sandbox|slots?|roles?|CODE (?:host|server|node|cluster|box|vm|namespace|account|bucket|` +
		`environment|role|project|topic|alias|database|db|pool|group|region|org|store|index|indices))\b|://)`
	many = `\b(?:all|both|every|each|the other|the remaining|the first|NUM|\d+)(?: of)?(?: the| our| my| these)?(?: [\w/-]+){0,2} ` +
		`(?:nodes?|hosts?|servers?|machines?|boxes|box|vms?|instances?|replicas?|pods?|workers?|brokers?|tenants?|regions?|` +
		`zones?|orgs?|databases?|boards?|routers?|switches|shops?|stores?|sites?|indices|environments?|clusters?|shards?|` +
		`devices?|phones?|gateways?|edges?|pops?|mirrors?|accounts?|projects in|data ?cent(?:er|re)s?|racks?|consumers?|slaves?|` +
		`standbys?|schemas?|customers|users|testers)\b`
	placing = `(?:applied|rolled(?: out)?|promoted|synced|sync'd|uploaded|pushed|published|installed|flashed|copied|moved|` +
		`switched|migrated|loaded|imported|restored|enabled|activated|attached|rebooted|restarted|upgraded|updated|downgraded|` +
		`provisioned|replicated|shipped|pointed|submitted|bound|registered|seeded|backfilled|transferred|propagated|` +
		`launched|bumped|rotated|reverted|purged|mirrored|landed|distributed|patched|swapped|backported|` +
		`released|reloaded|deployed|rebuilt|imaged|burned|rsynced|scp'd|joined|scheduled)`
)

const placedUnless = `\b(?:not|never|cannot|nothing|without|instead)\b|n't\b|\bproduction (?:build|bundle|code|mode|config|dependenc|data)|` +
	`\b(?:package|folder|directory|module|class|function|file|branch|readme|docs?|helper|handler|test|tests|` +
	`fixture|mock|header|footer|component|page|section|line|config file|repo|repository|pr|script|interface|type|` +
	`struct)\s*(?:$|[.,;:)])|` +
	`\b(?:ops|qa|sre|dba|the (?:\w+ )?team|customers?|colleagues?|admins?|vendors?|reporters?|maintainers?|people|` +
	`somebody|someone|users?|they|he|she|you|who|jenkins|argo\w*|it|which|that)\s+(?:(?:has|have|had|also|already|` +
	`then|just)\s+)*(?:re-?)?PLACING\b|` +
	`\b(?:every|each|per) (?:\d+|(?:\w+ )?(?:minutes?|hours?|days?|nights?|times?|push|commits?|requests?|seconds?|weeks?|releases?|` +
	`merges?))\b|\b(?:whenever|always|automatically|periodically|nightly|daily|hourly|weekly|then)\b|` +
	`\b(?:is|are) (?:re-?)?PLACING\b[^;]{0,80}?\b(?:by|when|before|after|if|once|on (?:startup|merge|release|push))\b|` +
	`\b(?:locally|on my machine|in memory|in the browser|at runtime|at startup|during|by default)\b`
