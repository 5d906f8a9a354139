package store

import (
	"path/filepath"
	"testing"
)

func TestSaveAndLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.json")
	old := New()
	old.Set("名字", "小明")
	if err := old.Save(path); err != nil {
		t.Fatal(err)
	}
	fresh := New()
	if err := fresh.Load(path); err != nil {
		t.Fatal(err)
	}
	if got, ok := fresh.Get("名字"); got != "小明" || !ok {
		t.Errorf("读回 %q, %v", got, ok)
	}
	if err := fresh.Load(path + "x"); err == nil {
		t.Error("文件不存在却没有错误")
	}
}
