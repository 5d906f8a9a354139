//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/provider"
	"ccc/internal/state"
	"ccc/ptyio"
)

// secretPlaces are places where programs store keys, tokens, cookies, prompts and typed text. The code names none of
// them: a cage hides them because it shows only what tests need.
const secretPlaces = `
.ssh/id_rsa .ssh/id_ed25519 .ssh/config .ssh/known_hosts .gnupg/private-keys-v1.d/a.key .gnupg/secring.gpg .netrc
_netrc .git-credentials .gitconfig .config/git/config .config/git/credentials .npmrc .yarnrc.yml .config/pnpm/rc
.bunfig.toml .pypirc .config/pip/pip.conf .pip/pip.conf .config/pypoetry/auth.toml
.local/share/uv/credentials/credentials.toml .condarc .continuum/anaconda-client/tokens/a .cargo/credentials
.cargo/credentials.toml .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .gradle/init.d/a.gradle
.sbt/.credentials .ivy2/.credentials .lein/profiles.clj .gem/credentials .local/share/gem/credentials .bundle/config
.composer/auth.json .config/composer/auth.json .nuget/NuGet/NuGet.Config
.dotnet/corefx/cryptography/x509stores/my/a.pfx .hex/hex.config .pub-cache/credentials.json
.config/dart/pub-credentials.json .terraform.d/credentials.tfrc.json .terraformrc .aws/credentials .aws/config
.aws/sso/cache/a.json .azure/accessTokens.json .azure/msal_token_cache.json .config/gcloud/credentials.db
.config/gcloud/application_default_credentials.json .kube/config .docker/config.json .docker/contexts/meta/a/meta.json
.config/containers/auth.json .helm/repository/a .config/helm/registry/config.json .config/gh/hosts.yml .config/hub
.config/glab-cli/config.yml .config/github-copilot/apps.json .config/github-copilot/hosts.json .codex/auth.json
.codex/history.jsonl .gemini/oauth_creds.json .gemini/settings.json .config/openai/key .openai/auth.json
.aider.conf.yml .config/aichat/config.yaml .continue/config.json .cursor/mcp.json
.config/Cursor/User/globalStorage/state.vscdb .config/Code/User/globalStorage/state.vscdb .vscode/argv.json
.cache/huggingface/token .cache/huggingface/stored_tokens .huggingface/token .kaggle/kaggle.json
.config/wandb/settings .fly/config.yml .config/fly/config.yml .config/stripe/config.toml .config/netlify/config.json
.local/share/com.vercel.cli/auth.json .config/configstore/firebase-tools.json .railway/config.json
.config/doctl/config.yaml .config/hcloud/cli.toml .config/linode-cli .oci/oci_api_key.pem .bluemix/config.json
.ibmcloud/a .pulumi/credentials.json .vault-token .config/sops/age/keys.txt .config/op/config .config/1Password/a
.config/Bitwarden/data.json .password-store/a.gpg .local/share/keyrings/login.keyring
.local/share/kwalletd/kdewallet.kwl .config/keepassxc/a .bitcoin/wallet.dat .ethereum/keystore/a
.config/solana/id.json .foundry/keystores/a .electrum/wallets/default_wallet .config/Exodus/a .config/Slack/Cookies
.config/discord/Cookies .config/Signal/sql/db.sqlite .thunderbird/a/key4.db .mozilla/firefox/a/logins.json
.config/google-chrome/Default/Cookies .config/chromium/Default/Cookies .config/BraveSoftware/a
.config/microsoft-edge/a .cache/mozilla/a .bash_history .zsh_history .python_history .psql_history .mysql_history
.sqlite_history .node_repl_history .lesshst .viminfo .local/share/fish/fish_history .config/rclone/rclone.conf .s3cfg
.boto .pgpass .my.cnf .config/heroku .msmtprc .bashrc .profile .zshrc .env .rbenv.env .config/go/env other/.env
other/config/master.key work/api/.env.local Documents/taxes.pdf Downloads/key.pem .claude/.credentials.json
.claude/history.jsonl .claude/projects/-other/s.jsonl .claude/ccc.json .claude/settings-other.json
.claude/file-history/a .claude/debug/a .claude.json.backup .local/share/Trash/files/a .ccc-made-up-tomorrow/token`

// cachePlaces are paths that tests need: those of 50 toolchains and their caches.
const cachePlaces = `
go/bin/a go/pkg/mod/cache/download/a .cache/go-build/00/a sdk/go1.26/bin/go .cache/golangci-lint/a .npm/_cacache/a
.npm-global/lib/node_modules/a .nvm/versions/node/v24/bin/node .local/share/fnm/node-versions/a .volta/tools/a
.bun/install/a .deno/bin/deno .cache/deno/a .local/share/pnpm/store/a .yarn/berry/cache/a .cache/yarn/a
.cache/node/corepack/a .cache/ms-playwright/a .pyenv/versions/3.13/bin/python .cache/uv/a .local/share/uv/python/a
.local/share/uv/tools/a .cache/pip/a .local/lib/python3.13/site-packages/a .local/share/pipx/venvs/a
.cache/pypoetry/virtualenvs/a .local/share/virtualenvs/a miniconda3/envs/a .conda/pkgs/a .cache/huggingface/hub/a
.cargo/registry/cache/a .cargo/git/db/a .cargo/bin/cargo .cargo/config.toml .rustup/toolchains/a
.sdkman/candidates/java/a .m2/repository/a .m2/wrapper/dists/a .gradle/caches/a .gradle/wrapper/dists/a .ivy2/cache/a
.cache/coursier/a .rbenv/versions/3.4/bin/ruby .gem/ruby/3.4.0/gems/a .bundle/cache/a .composer/cache/a
.config/composer/vendor/a .dotnet/sdk/a .nuget/packages/a .cache/ccache/a .ghcup/bin/ghc .pub-cache/hosted/a
.mix/archives/a .tool-versions tools/bin/tool tools/lib/a shown/file`

// TestR10HomeOfACage: in a home with 50 toolchains and more than 120 secret places, a reviewer's commands can read
// everything that tests need and no secret, as root and as an ordinary user. They can connect to no socket of another
// process.
func TestR10HomeOfACage(t *testing.T) {
	both(t, func(t *testing.T) {
		home := t.TempDir()
		secrets, caches := strings.Fields(secretPlaces), strings.Fields(cachePlaces)
		if len(secrets) < 120 || len(caches) < 50 {
			t.Fatal(len(secrets), len(caches))
		}
		for _, name := range secrets {
			save(t, filepath.Join(home, name), secret)
		}
		for _, name := range append(caches, "project/main.go") {
			save(t, filepath.Join(home, name), "needed")
		}
		must(t, os.Chmod(filepath.Join(home, ".ssh"), 0o755)) // file modes do not protect the secrets
		project, runtime := filepath.Join(home, "project"), t.TempDir()
		env := []string{
			"HOME=" + home, "PATH=" + filepath.Join(home, "tools/bin") + ":" + os.Getenv("PATH"), "XDG_RUNTIME_DIR=" + runtime,
			actEnv + "=read",
		}
		config := filepath.Join(home, ".claude")
		found, _ := Reviewer{
			File: provider.File{
				Path: filepath.Join(config, "ccc.json"), Supervisor: provider.Supervisor{Visible: []string{"~/shown"}},
			},
			Dirs: state.Directories{Work: project, Claude: config, State: state.Dir(filepath.Join(config, "ccc"))}, Env: env,
			Login: []string{"ANTHROPIC_API_KEY=k"},
		}.Plan()
		sockets := listeners(t, home, project, runtime, "/tmp", "@")
		args := sockets
		for _, name := range append(secrets, caches...) {
			args = append(args, filepath.Join(home, name))
		}
		for _, kind := range []Kind{Overlay, Landlock} {
			t.Run(string(kind), func(t *testing.T) {
				plan := found.Plan
				plan.Layers = []string{"/var/tmp"}
				out, complaints, _ := in(t, kind, plan, ptyio.Command{
					Path: "/proc/self/exe", Args: args, Dir: project, Env: env,
				})
				t.Logf("faults: %s, user %d: tried=%d lost=%d", kind, os.Getuid(), len(secrets), strings.Count(out, secret))
				for _, name := range caches {
					if !strings.Contains(out, filepath.Join(home, name)+": needed\n") {
						t.Errorf("~/%s cannot be read", name)
					}
				}
				if strings.Contains(out, secret) || strings.Contains(out, "reached") || strings.Count(out, "\n") != len(args) {
					t.Errorf("%s%s", out, complaints)
				}
			})
		}
	})
}

func init() {
	acts["read"] = func(args []string) { // prints the content of each file, and which sockets accept a connection
		for _, path := range args {
			if conn, err := net.Dial("unix", path); err == nil {
				conn.Close()
				fmt.Println(path + ": reached")
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				text = []byte("no")
			}
			fmt.Printf("%s: %.99s\n", path, strings.Split(string(text), "\n")[0])
		}
	}
}

// listeners listens on a socket in each directory, and on an abstract socket for "@". It returns their addresses.
func listeners(t *testing.T, dirs ...string) (addresses []string) {
	t.Helper()
	for _, dir := range dirs {
		address := filepath.Join(dir, fmt.Sprintf("ccc-test-%d.sock", os.Getpid()))
		if dir == "@" {
			address = fmt.Sprintf("@ccc-test-%d", os.Getpid())
		}
		l, err := net.Listen("unix", address)
		must(t, err)
		t.Cleanup(func() { l.Close() })
		addresses = append(addresses, address)
	}
	return addresses
}

// save writes a file and makes its directory.
func save(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

// TestR10Toolchains: tests of Go, Node and Python projects run in a cage with the home of the user who runs this test,
// and git can commit. It skips a Go that has no compiled standard library yet.
func TestR10Toolchains(t *testing.T) {
	both(t, func(t *testing.T) {
		project := t.TempDir()
		for name, text := range map[string]string{
			"go.mod": "module example.org/m\n\ngo 1.20\n",
			"a_test.go": "package m\n\nimport \"testing\"\n\n" +
				"func TestA(t *testing.T) { t.Log(\"RAN go\") }\n",
			"a.test.js":    "require('node:test')('a', () => console.log('RAN node'))\n",
			"test_a.py":    "import unittest\nclass A(unittest.TestCase):\n  def test(self): print('RAN python3')\n",
			"package.json": `{"name": "m", "scripts": {"test": "node --test a.test.js"}}`,
		} {
			save(t, filepath.Join(project, name), text)
		}
		commands := map[string]string{
			"node": "npm --no-update-notifier test", "python3": "python3 -m unittest", "git": `mkdir "$TMPDIR/copy"; cd "$TMPDIR/copy"
				git init -q .; echo x > x; git add x; git -c user.name=x -c user.email=x commit -qm x; git log --format='tformat:RAN git'`,
		}
		config := t.TempDir()
		found, _ := Reviewer{
			Dirs: state.Directories{Work: project, Claude: config, State: state.Dir(filepath.Join(config, "ccc"))},
			Env:  os.Environ(), Login: []string{"ANTHROPIC_API_KEY=k"},
		}.Plan()
		for _, kind := range []Kind{Overlay, Landlock} {
			tried := maps.Clone(commands)
			if cache, err := os.UserCacheDir(); err == nil && kind == Overlay && isDir(filepath.Join(cache, "go-build")) {
				tried["go"] = "GOFLAGS=-trimpath go test -count=1 -v ."
			}
			t.Run(string(kind), func(t *testing.T) {
				script := ""
				for name, command := range tried {
					if _, err := exec.LookPath(name); err != nil {
						delete(tried, name)
						continue
					}
					script += "( " + command + "\n)\n"
				}
				out, complaints, _ := in(t, kind, found.Plan, ptyio.Command{
					Path: "/bin/sh", Args: []string{"-c", script}, Dir: project, Env: os.Environ(),
				})
				for name := range tried {
					if !strings.Contains(out, "RAN "+name) {
						t.Errorf("the tests of %s do not run:\n%s%s", name, out, complaints)
					}
				}
			})
		}
	})
}
