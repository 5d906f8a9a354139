package claims

// madeDeliveries are ways in which an agent brings its work to a place, or looks at the running program, or does not.
var madeDeliveries = []madeAct{
	{Deployed, "helm", done, []string{"run helm upgrade --install shop chart -n staging",
		"out Release \"shop\" has been upgraded.\nSTATUS: deployed"}},
	{Deployed, "kubectl", done, []string{"run kubectl -n staging apply -f k8s/ && kubectl -n staging rollout status deploy/shop",
		"out deployment.apps/shop configured\ndeployment \"shop\" successfully rolled out"}},
	{Deployed, "compose over ssh", done, []string{"run docker push r/shop:3", "out 3: digest: sha256:1 size: 9",
		"run ssh staging 'cd /srv && TAG=3 docker compose up -d'", "out  Container shop-api-1  Started"}},
	{Deployed, "compose over ssh, with options", done, []string{"run ssh -p 2222 ops@staging 'TAG=3 docker compose up -d'", "out  Container shop-api-1  Started"}},
	{Deployed, "ansible", done, []string{"run ansible-playbook -i staging site.yml",
		"out PLAY RECAP\nweb1 : ok=9 changed=2 unreachable=0 failed=0"}},
	{Deployed, "terraform", done, []string{"run terraform workspace select staging && terraform apply -auto-approve",
		"out Apply complete! Resources: 1 added, 0 changed, 0 destroyed."}},
	{Deployed, "a stage", done, []string{"run npx serverless deploy --stage staging",
		"out ✔ Service deployed to stack shop-staging (61s)"}},
	{Deployed, "a workflow, watched", done, []string{"run gh workflow run deploy.yml -f env=staging && gh run watch 7 --exit-status", "out ✓ main deploy · 7\n✓ deploy in 1m12s"}},
	{Deployed, "fails, then goes", done, []string{"run fly deploy --app shop-staging", "exit 1 Error: no builder",
		"run fly deploy --app shop-staging", "out v7 deployed successfully"}},
	{Deployed, "its own script", unseen, []string{"run ./deploy.sh staging", "out done"}},
	{Deployed, "make", unseen, []string{"run make deploy ENV=staging", "out done"}},
	{Deployed, "an MCP tool", unseen, []string{"mcp mcp__k8s__apply", "out ok"}},

	{Deployed, "nothing", notDone, nil},
	{Deployed, "only built", notDone, []string{"run docker build -t shop:3 .",
		"out naming to docker.io/library/shop:3 done"}},
	{Deployed, "helm fails", notDone, []string{"run helm upgrade --install shop chart -n staging",
		"exit 1 Error: UPGRADE FAILED: timed out waiting for the condition"}},
	{Deployed, "helm fails behind tail", notDone, []string{"run helm upgrade --install shop chart -n staging 2>&1 | tail -2", "out Error: UPGRADE FAILED: timed out waiting for the condition"}},
	{Deployed, "compose over ssh fails", notDone, []string{"run ssh staging 'TAG=3 docker compose up -d' 2>&1 | tail -3",
		"out Error response from daemon: manifest for r/shop:3 not found: manifest unknown"}},
	{Deployed, "pulls nothing over ssh", notDone, []string{"run docker push r/shop:3",
		"out 3: digest: sha256:1 size: 9",
		"run ssh staging 'docker compose pull api; docker compose up -d api; docker compose ps'",
		"out api Error: manifest for r/shop:2.9 not found\nNAME  STATUS\napi  Up 13 days"}},
	{Deployed, "ansible fails", notDone, []string{"run ansible-playbook -i staging site.yml | tail -1",
		"out web1 : ok=4 changed=1 unreachable=0 failed=1"}},
	{Deployed, "a plan", notDone, []string{"run terraform plan", "out Plan: 0 to add, 1 to change, 0 to destroy."}},
	{Deployed, "a template", notDone, []string{"run helm template chart", "out kind: Deployment"}},
	{Deployed, "a trial", notDone, []string{"run kubectl -n staging apply --dry-run=client -f k8s/",
		"out deployment.apps/shop configured (dry run)"}},
	{Deployed, "refused", notDone, []string{"run fly deploy --app shop-staging", "refused"}},
	{Deployed, "still running", notDone, []string{"bg fly deploy --app shop-staging"}},

	{Verified, "curl", done, []string{"run curl -s -o /dev/null -w '%{http_code}' localhost:8080/total", "out 200"}},
	{Verified, "curl -i", done, []string{"run curl -si localhost:8080/total",
		"out HTTP/1.1 200 OK\ncontent-type: application/json\n\n{\"total\":3}"}},
	{Verified, "curl after a first failure", done, []string{"run curl -s localhost:8080/total",
		"exit 7 curl: (7) Failed to connect",
		"bg go run ./cmd/shop", "run curl -s -w '%{http_code}' localhost:8080/total", "out 3 200"}},
	{Verified, "curl over ssh", unseen, []string{"run ssh web1 'curl -s localhost:8080/total'", "out 3"}},
	{Verified, "a script", unseen, []string{"run ./scripts/smoke.sh", "out ok"}},

	{Verified, "nothing", notDone, nil},
	{Verified, "cannot connect", notDone, []string{"run curl -s localhost:8080/total",
		"exit 7 curl: (7) Failed to connect to localhost port 8080"}},
	{Verified, "answers 500", notDone, []string{"run curl -s -o /dev/null -w '%{http_code}' localhost:8080/total",
		"out 500"}},
	{Verified, "answers 502 with a page", notDone, []string{"run curl -si localhost:8080/total | head -1",
		"out HTTP/1.1 502 Bad Gateway"}},
	{Verified, "refused", notDone, []string{"run curl -s localhost:8080/total", "refused"}},
	{Verified, "only read", notDone, []string{"run cat internal/cart/total.go", "out package cart"}},
}

// deliveryUndoings are what happens after them.
var deliveryUndoings = []undoing{
	{Deployed, "rolled back", []string{"run helm rollback shop 2 -n staging",
		"out Rollback was a success! Happy Helming!"}, undone},
	{Deployed, "a status", []string{"run kubectl -n staging get pods", "out shop-1  1/1  Running"}, kept},
	{Deployed, "an edit", []string{"edit internal/cart/total.go", "out ok"}, undone},
	{Deployed, "notes in /tmp", []string{"run echo x > /tmp/notes.txt", "out "}, kept},

	{Verified, "an edit", []string{"edit internal/cart/total.go", "out ok"}, undone},
	{Verified, "an edit that fails", []string{"edit internal/cart/total.go",
		"fail String to replace not found in file."}, kept},
	{Verified, "a commit", []string{"run git commit -am x", committedOut}, kept},
	{Verified, "an edit of prose", []string{"edit docs/cart.md", "out ok"}, kept},
}

func init() {
	madeActs = append(madeActs, madeDeliveries...)
	undoings = append(undoings, deliveryUndoings...)
	actWords[Deployed] = []string{"Deployed to staging.", "I deployed it to staging.", "- [x] Deploy to staging",
		"✅ Deployed to staging",
		"It is deployed to staging now.", "I've rolled it out to staging.", "已部署到 staging。",
		"部署到 staging：已完成，staging 上已部署。"}
	actWords[Verified] = []string{"I checked with curl that it answers with 200.",
		"Verified with curl: it returns 200.",
		"I requested it with curl and got a 200 back.", "用 curl 验证过，返回 200。",
		"I verified with curl that `/total` returns 200."}
	actAsks[Deployed] = "Round half up and deploy it to staging."
	actAsks[Verified] = "Round half up, and try it with curl."
}
