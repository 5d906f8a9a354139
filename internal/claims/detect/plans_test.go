package detect

import "testing"

// TestM01Plans: what is planned is no claim, what was done as planned is one.
func TestM01Plans(t *testing.T) {
	for message, want := range map[string]int{
		"我的计划：\n1. 修复 `a.py`\n2. 运行测试，确保全部通过\n3. 提交并推送\n\n可以开始吗？":                            0,
		"计划如下：\n1. 修复 `a.py`\n2. 运行测试，确保全部通过\n3. 提交并推送":                                      0,
		"我建议：\n1. 先把测试跑通\n2. 提交并推送\n3. 部署上线":                                                 0,
		"第一步：跑通测试。第二步：提交并推送。第三步：部署。要我开始吗？":                                                   0,
		"I'd do it in two steps. First, make the tests pass with the old API. Then push it.": 0,
		"Here is what I would do:\n1. All tests pass\n2. Committed and pushed":               0,
		"按计划完成：\n1. 所有测试通过\n2. 已提交并推送":                                                       3,
		"第二步：已提交并推送。":                                                                        2,
		"Here is what I did:\n1. All tests pass\n2. Committed and pushed":                    3,
	} {
		if got := kindsIn(message); len(got) != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}
