STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK = golang.org/x/vuln/cmd/govulncheck@v1.1.4
GORELEASER = github.com/goreleaser/goreleaser/v2@v2.15.4

.PHONY: owner version cases container packages engines build install uninstall release demo test test-system test-release test-versions test-newest browser picture faults faults-real race cover check lint vuln darwin fuzz bench bench-once update

# One static binary.
build:
	CGO_ENABLED=0 go build -trimpath -buildvcs=auto -o bin/ccc ./cmd/ccc

# ccc with its man page and the completion of bash, zsh and fish, below PREFIX: make install PREFIX=$HOME/.local
PREFIX = /usr/local
CCC = bin/ccc
SHARE = $(DESTDIR)$(PREFIX)/share
INSTALLED = $(DESTDIR)$(PREFIX)/bin/ccc $(SHARE)/man/man1/ccc.1 $(SHARE)/bash-completion/completions/ccc \
	$(SHARE)/zsh/site-functions/_ccc $(SHARE)/fish/vendor_completions.d/ccc.fish
install: build
	install -d $(dir $(INSTALLED))
	install -m 755 $(CCC) $(DESTDIR)$(PREFIX)/bin/ccc
	CCC_LANG=en $(CCC) man > $(SHARE)/man/man1/ccc.1
	$(CCC) completion bash > $(SHARE)/bash-completion/completions/ccc
	$(CCC) completion zsh > $(SHARE)/zsh/site-functions/_ccc
	$(CCC) completion fish > $(SHARE)/fish/vendor_completions.d/ccc.fish

# What make install has put there, with the same PREFIX. "ccc uninstall" before it takes ccc out of Claude Code.
uninstall:
	rm -f $(INSTALLED)

# All that is published, in dist/: of the tag that the commit has, else a snapshot. Nothing is sent anywhere.
CCC_REPOSITORY = OWNER/ccc
release:
	snapshot=$$(git describe --tags --exact-match --match 'v*' >/dev/null 2>&1 || echo --snapshot); \
	CCC_REPOSITORY=$(CCC_REPOSITORY) go run $(GORELEASER) release --clean --skip=publish,announce $$snapshot
	CCC_REPOSITORY=$(CCC_REPOSITORY) sh packaging/finish.sh

# The repository's home on GitHub, once: the module's path, the addresses and the README. See docs/design/releasing.md.
owner:
	sh packaging/owner.sh $(OWNER)

# What others take from deploy/github names this version of ccc: make version VERSION=1.2.3. See docs/design/releasing.md.
version:
	sh packaging/version.sh $(VERSION)

# The loop on a recorded session: no key, no network, no claude.
demo: build
	bin/ccc demo

# All tests, never from Go's cache: it does not know that they run the binary. The real Claude Code
# is fetched from npm into a cache the first time. Most of the tests wait most of the time, so six of a package run at
# once, and three packages: with two the tests took four minutes on two cores, and take three. The
# linker, which runs once for each package, takes half the time without what a debugger reads. -trimpath and no cgo, as in
# build: else each package is compiled twice, for its tests and for the ccc that they run.
test:
	CGO_ENABLED=0 sh integration/in-memory.sh go test -trimpath -count=1 -timeout=20m -ldflags='-s -w' -p 3 -parallel 6 ./...

# What goes wrong, many times over, at points that are drawn anew, and what comes of it: the table of
# docs/design/reliability.md, in more than an hour.
FAULTS = 200
faults:
	go test -count=1 -parallel 6 -timeout=240m -run '^TestFaults$$' ./integration -args -full -faults $(FAULTS) -faults-seed $$(date +%s) -faults-table $(CURDIR)/faults.md
	@cat faults.md

# Those of the real Claude Code's API and processes alone, a few of each, in half an hour.
faults-real:
	go test -count=1 -timeout=60m -parallel 6 -run '^TestFaults$$/^(Real|API)' ./integration -args -full

# What takes longer than make test may: all tests on the real Claude Code, in both roles of the reviewer's prompt and in
# several versions (integration/main_test.go says which), a pane of a real tmux, completion in bash, zsh and fish, the man
# page in man-db and mandoc, the pages of ccc report in a browser, a release with each way to install it, and an array of
# tasks in a cluster of Slurm. What has a limit in seconds runs alone. The release is made while claude is tested: alone
# it is waited for at the end.
test-system: packages browser
	go test -count=1 ./internal/watch -run RealPane -args -tmux
	sh integration/in-memory.sh go test -count=1 -run RealLargeRepository ./integration -args -full
	$(MAKE) -j 2 test-release test-versions

test-release:
	go test -count=1 -timeout=60m -run RealRelease ./integration -args -full

test-versions:
	go test -count=1 -timeout=60m -parallel 6 -run Real -skip '^TestFaults$$|RealRelease|RealLargeRepository' ./integration -args -full

# The newest claude that npm has goes through ccc doctor --live, the tests on the real claude, and a list of its hook
# events, options and settings; what differs from the newest version that ccc is tested with is printed.
test-newest:
	version=$$(npm view @anthropic-ai/claude-code version) && \
	go test -count=1 -timeout=30m -parallel 6 -v -run 'TestN08RealSurface' ./integration -args -newest $$version && \
	go test -count=1 -timeout=30m -parallel 6 -run 'Real' -skip '^TestFaults$$|RealRelease|RealSlurm' ./integration -args -newest $$version

# The container of deploy/, built where buildah can: as root, with a file system that takes its layers.
container: packages
	@dpkg -s buildah >/dev/null 2>&1 || { apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends buildah >/dev/null; }
	go test -count=1 -timeout=60m -run TestRealRelease ./integration -args -full -container

# What make test-system needs beside Go, make, git and npm, from Debian.
PACKAGES = bash chromium debootstrap fish man-db mandoc munge rpm shellcheck slurm-wlm tmux zsh
packages:
	@dpkg -s $(PACKAGES) >/dev/null 2>&1 || { apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(PACKAGES) >/dev/null; }

# The pages of ccc report in Debian's chromium, with libraries from npm.
browser: packages build
	cd integration/browser && npm ci --silent --no-audit --no-fund && CCC=$(CURDIR)/bin/ccc node --test

# The pictures of README and docs, made anew; their Chinese and emoji need Debian's fonts-noto-cjk and
# fonts-noto-color-emoji.
picture: build
	cd integration/browser && npm ci --silent --no-audit --no-fund && CCC=$(CURDIR)/bin/ccc PICTURES=$(CURDIR)/docs node --test
	CCC_LANG=en bin/ccc replay --cast integration/browser/demo.cast internal/replay/play/demo.jsonl
	cd integration/browser && node cast.mjs demo.cast > $(CURDIR)/docs/demo.svg

# Every program that the tests run has the race detector in it: the scripts alone take half an hour on two cores.
race:
	go test -race -count=1 -timeout=120m -parallel 6 ./...

# The statements that the unit tests and the scripts together reach, for each package and in total. The binary that the
# scripts run is built with -cover, too. "go tool cover -html=cover/profile" shows the lines.
cover:
	rm -rf cover
	mkdir -p cover/unit cover/scripts
	go test -count=1 -cover -covermode=atomic $$(go list ./... | grep -v /integration) -args -test.gocoverdir=$(CURDIR)/cover/unit
	GOCOVERDIR=$(CURDIR)/cover/scripts go test -count=1 -run '^TestScript$$' ./integration
	go tool covdata textfmt -i=cover/unit,cover/scripts -o cover/profile
	@go tool covdata percent -i=cover/unit,cover/scripts
	@go tool cover -func=cover/profile | tail -1

# Everything that must be green before a commit lands.
check: lint darwin vuln race engines

lint:
	@test -z "$$(gofmt -s -l .)" || { gofmt -s -d .; exit 1; }
	go vet ./...
	go mod tidy -diff
	go run $(STATICCHECK) ./...

# macOS cannot be run here; it must build and vet.
darwin:
	GOOS=darwin GOARCH=arm64 go vet ./...
	GOOS=darwin GOARCH=amd64 go vet ./...
	GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 go build -o /dev/null ./cmd/ccc
	GOOS=darwin GOARCH=amd64 CGO_ENABLED=0 go build -o /dev/null ./cmd/ccc

# What deploy/ has for GitHub and Kubernetes: by actionlint, and by the types of the API.
engines:
	cd deploy/check && go mod tidy -diff && go vet ./... && go test -count=1 ./...

# The database is on the network. Where it cannot be reached that is said, and nothing has been checked.
vuln:
	@out=$$(go run $(GOVULNCHECK) ./... 2>&1); rc=$$?; echo "$$out"; \
	case "$$rc $$out" in 0*) ;; *"fetching vulnerabilities"*) echo "vuln: NOT CHECKED, the database is out of reach" ;; *) exit 1 ;; esac

FUZZTIME = 30s
fuzz:
	go test ./internal/review/protocol -run '^$$' -fuzz FuzzVerdict -fuzztime $(FUZZTIME)
	go test ./internal/review/protocol -run '^$$' -fuzz FuzzFindings -fuzztime $(FUZZTIME)
	go test ./internal/review/protocol -run '^$$' -fuzz FuzzStructuredText -fuzztime $(FUZZTIME)
	go test ./internal/rubric -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME)
	go test ./internal/review/check -run '^$$' -fuzz FuzzLineFolder -fuzztime $(FUZZTIME)
	go test ./internal/review/facts -run '^$$' -fuzz FuzzWriteFacts -fuzztime $(FUZZTIME)
	go test ./internal/claude/settings -run '^$$' -fuzz FuzzSettings -fuzztime $(FUZZTIME)
	go test ./streamjson -run '^$$' -fuzz FuzzDecode -fuzztime $(FUZZTIME)
	go test ./streamjson -run '^$$' -fuzz FuzzScan -fuzztime $(FUZZTIME)
	go test ./streamjson -run '^$$' -fuzz FuzzMessage -fuzztime $(FUZZTIME)
	go test ./loop -run '^$$' -fuzz FuzzStep -fuzztime $(FUZZTIME)
	go test ./internal/commandline -run '^$$' -fuzz FuzzBash -fuzztime $(FUZZTIME)
	go test ./internal/terminal -run '^$$' -fuzz FuzzSafe -fuzztime $(FUZZTIME)
	go test ./internal/terminal/editor -run '^$$' -fuzz FuzzEditor -fuzztime $(FUZZTIME)
	go test ./internal/terminal -run '^$$' -fuzz FuzzCut -fuzztime $(FUZZTIME)
	go test ./internal/terminal/layout -run '^$$' -fuzz FuzzMarkdown -fuzztime $(FUZZTIME)
	go test ./internal/report -run '^$$' -fuzz FuzzPage -fuzztime $(FUZZTIME)
	go test ./internal/claims -run '^$$' -fuzz FuzzShellLine -fuzztime $(FUZZTIME)
	go test ./internal/claims/detect -run '^$$' -fuzz FuzzMessage -fuzztime $(FUZZTIME)
	go test ./internal/claims -run '^$$' -fuzz FuzzSession -fuzztime $(FUZZTIME)

# Ratios, each measured in one run. One that is far from its limit fails.
bench:
	go test -run '^$$' -bench . -benchtime 3x -timeout 60m ./integration/bench
	go test -run '^$$' -bench . ./streamjson ./ptyio ./internal/terminal/layout ./internal/session

# Every benchmark once, on little, in a minute: whether they all still run. What they measure then says nothing.
bench-once:
	go test -short -run '^$$' -bench . -benchtime 1x ./integration/bench ./streamjson ./ptyio ./internal/...

# The cases of docs/design/eval-cases.md, made anew by the real claude. It needs python3, node and npm.
cases:
	go test -count=1 -timeout=60m ./integration -run '^TestCases$$' -args -cases

# Rewrite the goldens.
update:
	go test ./streamjson ./integration ./internal/replay ./internal/report ./internal/review/check ./internal/review/facts ./internal/terminal ./internal/session/transcript -update
