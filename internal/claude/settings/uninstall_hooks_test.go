package settings

import (
	"path/filepath"
	"reflect"
	"testing"

	"ccc/integration/files"
)

// TestUninstallLeavesNoEmptyHooks: in any layout, uninstall leaves no empty list of hooks that was not there before,
// and one that was there stays.
func TestUninstallLeavesNoEmptyHooks(t *testing.T) {
	for _, text := range []string{
		"{\n  \"permissions\": {\"allow\": [\"a\", \"b\"]},\n  \"model\": \"x\"\n}\n",
		"{ \"model\": \"x\" }",
		"{\r\n  \"env\": {}, \"model\": \"x\"\r\n}",
		`{"hooks": {"Stop": []}, "model": "x"}`, `{"hooks": {"PreToolUse": [], "Stop": []}}`,
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "settings.json")
		files.Save(t, path, text)
		launched(t, loaded(t, `{}`), plan(dir, nil, nil, files.NoEnv))
		if _, err := Uninstall(dir, func() {}); err != nil {
			t.Fatal(err)
		}
		if got := files.Content(t, path); !reflect.DeepEqual(object(t, got), object(t, text)) {
			t.Errorf("after a launch and Uninstall there is\n%s\nwas\n%s", got, text)
		}
	}
}
