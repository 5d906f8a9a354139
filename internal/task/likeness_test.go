package task

import "testing"

// TestL08OtherBugs: different faults in one file, described in similar sentences, are different findings.
func TestL08OtherBugs(t *testing.T) {
	for _, c := range [][2]string{
		{"函数没有处理错误", "函数没有检查密码"},
		{"登录时没有校验密码是否为空", "导出时没有校验文件是否存在"},
		{"用户删除之后数据没有清理", "用户登录之后令牌没有过期"},
		{"the error of Close is not handled", "the password is not handled"},
		{"the error of Close is not handled", "the error of Write is not handled"},
		{"a nil pointer is not checked in parse", "a division by zero is not checked in eval"},
		{"the function has no test for empty input", "the function has no limit for large input"},
		{"missing check for a negative amount", "missing check for a revoked token"},
		{"the comment for the function is wrong", "the result of the function is wrong"},
		{"The README is not updated for the new flag", "The password is not hashed for the new user"},
		{"Rename the variable x in the loop", "Close the file handle in the loop"},
	} {
		a, b := found(c[0], "x.go:3"), found(c[1], "x.go:900")
		if a.Same(b) || b.Same(a) {
			t.Errorf("one finding: %q", c)
		}
	}
}

// TestL08Rephrased: a fault stays the same finding if its line has moved, or if the same line is described in other
// words.
func TestL08Rephrased(t *testing.T) {
	for _, c := range [][2]Finding{
		{found("the error of closing is dropped", "x.go:3"), found("A drops the error of closing a file", "x.go:9")},
		{found("Sum(nil) panics", "x.go:3"), found("Sum(nil) still panics with an empty list", "x.go:4")},
		{found("the file's error is lost", "x.go:3"), found("an error of the file gets ignored", "x.go:3")},
		{found("关闭文件的错误没有处理", "x.go:3"), found("没有处理关闭文件的错误", "x.go:3")},
	} {
		if !c[0].Same(c[1]) || !c[1].Same(c[0]) {
			t.Errorf("not the same: %+v", c)
		}
	}
}

// TestL06OtherFault: a fault that breaks the criterion of a dismissed finding, in other words, is a separate finding.
func TestL06OtherFault(t *testing.T) {
	dismissed := found("the comment is missing", "x.go:1")
	dismissed.ID, dismissed.Status, dismissed.Ended = "F1", Dismissed, 1
	for _, id := range []string{"", "F1"} {
		said := found("a full disk loses the customer database", "x.go:5")
		said.ID = id
		v, _ := Weigh([]Finding{dismissed}, Verdict{Findings: []Finding{said}}, 2)
		if open := OpenFindings(v.Findings); v.Completed || len(open) != 1 || open[0].ID != "F2" {
			t.Errorf("id %q: %+v", id, v)
		}
	}
}

// TestL06OtherLanguage: a finding with the line and the criterion of a dismissed one is the same in any words or
// language, unless it names something else in the code.
func TestL06OtherLanguage(t *testing.T) {
	dismissed := found("Sum(nil) panics", "x.go:5")
	dismissed.ID, dismissed.Status, dismissed.Ended = "F1", Dismissed, 1
	for said, holds := range map[[2]string]bool{
		{"空列表时下标越界", "x.go:5"}: false, {"空列表时下标越界", "x.go:50"}: true, {"空列表时下标越界", "y.go:5"}: true,
		{"Close(file) is never called", "x.go:5"}: true,
	} {
		v, _ := Weigh([]Finding{dismissed}, Verdict{Findings: []Finding{found(said[0], said[1])}}, 2)
		if v.Completed == holds {
			t.Errorf("%q: %+v", said, v)
		}
	}
}

// TestL03OthersID: ids belong to ccc. If a reviewer gives one to something else, that is a new finding, and the old one
// stays open until it is called fixed.
func TestL03OthersID(t *testing.T) {
	unproven := func(id, text string) Finding {
		f := found(text, "", CriterionUnproven, EvidenceUnproven)
		f.ID = id
		return f
	}
	texts := func(s State) (all []string) {
		for _, f := range s.Findings {
			all = append(all, f.ID+" "+string(f.Severity)+" "+f.Text)
		}
		return all
	}
	d, s := reviewRounds(t, Verdict{Findings: []Finding{unproven("", "add logging")}},
		Verdict{Findings: []Finding{unproven("F1", "add metrics")}},
		Verdict{Findings: []Finding{unproven("F1", "add a wiki page")}})
	want := []string{"F1 blocker add logging", "F2 advice add metrics", "F3 advice add a wiki page"}
	if got := texts(s); s.Ended != EndedNew || len(got) != 3 || got[0] != want[0] ||
		got[1] != want[1] || got[2] != want[2] {
		t.Errorf("%s: %q, want %q", d.Code, got, want)
	}
	one, two := found("Sum(nil) panics", "x.go:3"), found("Write leaks a descriptor", "x.go:9")
	mixed := two
	mixed.ID = "F1"
	_, s = reviewRounds(t, Verdict{Findings: []Finding{one, two}}, Verdict{Findings: []Finding{mixed}})
	if s.Findings[0].Text != one.Text || len(OpenFindings(s.Findings)) != 2 || len(s.Findings) != 2 {
		t.Errorf("%+v", s.Findings)
	}
}
