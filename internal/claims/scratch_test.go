package claims

import "testing"

func TestScratch(t *testing.T) {
	cmds := []string{"curl -s localhost:8080/health", "kubectl -n prod get pods", "docker logs app", "psql -c 'select 1'", "redis-cli get x", "ls -lh dist", "grep -rn old src", "git diff --stat", "aws s3 ls s3://b", "dig x.com",
		"openssl s_client -connect x:443", "time ./bin/app x", "hyperfine './a'", "k6 run load.js", "node -e 'console.log(require(\"./a\").f(1))'", "python - <<'E'\nimport a\nprint(a.f(1))\nE", "jq . a.json", "ssh web1 'cat /etc/x'", "systemctl status app", "journalctl -u app -n 5",
		"promtool check rules r.yml", "terraform plan", "kubectl describe pod x", "helm list", "du -sh dist", "sqlite3 a.db 'select 1'", "mongosh --eval 'db.x.count()'", "nc -zv x 80", "grpcurl -plaintext localhost:1 x.Y/Z", "websocat ws://x", "ffprobe a.mp4", "identify a.png", "diff a b", "sha256sum x", "gh api repos/x/y", "docker inspect x", "docker images", "nginx -t", "xmllint --noout a.xml", "go run ./cmd/x", "./bin/x --version", "bundle exec rails runner 'p 1'", "php artisan tinker --execute 'x'", "docker compose exec db psql -c 'x'", "docker run --rm x --version", "kubectl exec x -- cat /y", "kubectl logs x", "aws lambda invoke --function-name x out.json", "mysql -e 'x'", "wc -l data.csv", "head -3 out.csv", "go tool pprof -top x", "lighthouse http://x", "bash scripts/x.sh", "make run", "npm start", "flock x ./y", "etcdctl get x", "kafka-topics --list", "kcat -L", "rabbitmqctl list_queues", "vault kv get x", "consul kv get a", "crontab -l", "ip a", "ping -c1 x", "traceroute x", "nslookup x", "tcpdump -c1", "strace -c ls", "ldd ./x", "nm x", "objdump -d x", "readelf -h x", "otool -L x", "codesign -dv x", "adb shell x", "xcrun simctl list", "git log --oneline -3", "git ls-files | wc -l", "test -f x && echo yes", "stat x", "unzip -l x.jar", "tar tf x.tgz", "pip show x", "npm ls x", "go list -m all", "cargo tree", "mvn dependency:tree", "gradle dependencies", "bundle list", "ruby -e 'p 1'", "dotnet run", "swift run", "java -jar x.jar", "python manage.py shell -c 'x'", "python -c 'import a'", "deno run a.ts", "bun run a.ts", "Rscript a.R", "julia a.jl", "lua a.lua", "perl a.pl"}
	says := []string{"I checked it: no `old` is left.", "I tried it with an empty file: it prints `{}`.", "Checked: `/version` answers `1.18.2`.", "I verified the result.", "已验证,返回 200。", "我检查过了,没有遗漏。", "实测耗时 31 ms。", "The crash is fixed.", "问题已修复。"}
	bad := map[string]int{}
	for _, edit := range []string{"edit src/a.go", "edit deploy/a.yaml", "edit a.py", "user x"} {
		for _, say := range says {
			for _, cmd := range cmds {
				got := verdictsOf(play(t, nil, "user Please fix it.", edit, "run "+cmd, "out done: 1", "say "+say))
				if got != "verified ok" && got != "fixed ok" && got != "" {
					bad[edit+" | "+say+" | "+got]++
					if edit == "edit src/a.go" || edit == "user x" {
						t.Logf("%s | %s | %s | %s", edit, say, got, cmd)
					}
				}
			}
		}
	}
	for k, n := range bad {
		t.Log("SUM", k, n)
	}
}
