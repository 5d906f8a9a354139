package detect

import "testing"

// TestM01AsksForWork: a question asks for words, unless it contains an order or asks how far the work is.
func TestM01AsksForWork(t *testing.T) {
	for user, want := range map[string]bool{
		"": true, "port it": true, "登录接口加验证码": true, "the dropdown closes when I select text": true,
		"首屏": true, "can you run the linter?": true, "Why does it fail? Fix it.": true, "did you run the tests?": true,
		"is main pushed?": true, "does it still compile on windows?": true, "tests?": true, "测试过了吗": true,
		"为什么失败？帮我修一下": true, "还是崩溃": true, "状态": true, "finish the migration": true,

		"how does deploy work?": false, "why is CI red?": false, "write a PR description": false,
		"commit message?": false, "review my diff before I push": false, "plan the migration": false,
		"zustand or redux toolkit for this app?": false, "what is this telling me?\n\n1 failed, 87 passed": false,
		"is it safe to delete the dist folder?": false, "walk me through the upload": false,
		"怎么部署": false, "构建为什么慢": false, "写一下 2.1 的发布说明": false, "uuid 还是自增 id 做主键": false,
		"帮我看看这个修复对不对": false, "计划": false, "你好": false,
	} {
		if got := AsksForWork(user); got != want {
			t.Errorf("%q: %v", user, got)
		}
	}
}
