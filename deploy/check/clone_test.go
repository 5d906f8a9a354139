package check

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	batch "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

// TestPrivateClone: the init container of the job clones a repository that needs a token, and no file contains the
// token afterwards. Without a token it fails, and asks nobody.
func TestPrivateClone(t *testing.T) {
	text, err := os.ReadFile("../kubernetes/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, document, _ := strings.Cut(string(text), "\n---\n")
	var job batch.Job
	if err := yaml.Unmarshal([]byte(document), &job); err != nil {
		t.Fatal(err)
	}
	script := job.Spec.Template.Spec.InitContainers[0].Args[0]
	const token = "the-token-of-a-test"
	served := t.TempDir()
	git(t, served, "init", "--quiet", "--bare", "--initial-branch=main", "r.git")
	seed := t.TempDir()
	git(t, seed, "init", "--quiet", "--initial-branch=main")
	git(t, seed, "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "--allow-empty", "--message=m")
	git(t, seed, "push", "--quiet", filepath.Join(served, "r.git"), "main")
	git(t, filepath.Join(served, "r.git"), "update-server-info")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != token {
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		http.FileServer(http.Dir(served)).ServeHTTP(w, r)
	}))
	defer server.Close()
	for given, fails := range map[string]bool{token: false, "": true} {
		work := t.TempDir()
		cmd := exec.Command("sh", "-ec", strings.ReplaceAll(script, "/work/", work+"/"))
		cmd.Env = append(os.Environ(), "REPOSITORY="+server.URL+"/r.git", "GIT_TOKEN="+given, "GIT_TERMINAL_PROMPT=0",
			"JOB=night", "INDEX=1", "HOME="+t.TempDir())
		out, err := cmd.CombinedOutput()
		if (err != nil) != fails || strings.Contains(string(out), token) {
			t.Errorf("with the token %q: %v: %s", given, err, out)
		}
		if fails {
			continue
		}
		if got := git(t, filepath.Join(work, "repo.ccc/task"), "branch", "--show-current"); got != "ccc/night-1" {
			t.Errorf("the work tree is on %q", got)
		}
		err = filepath.WalkDir(work, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				content, _ := os.ReadFile(path)
				if strings.Contains(string(content), token) {
					t.Errorf("the token is in %s", path)
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// git runs git in a directory, and returns its output without the line's end.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v: %s", args[0], err, out)
	}
	return strings.TrimSpace(string(out))
}
