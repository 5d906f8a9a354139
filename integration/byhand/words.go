package main

// committed are the files of the project, and changed is what was added to price.go since.
var committed = map[string]string{
	"go.mod":     "module example.com/shop\n\ngo 1.21\n",
	"README.md":  "# shop\n\nPrices of orders, in cents. `go test ./...` runs the tests.\n",
	".gitignore": "*.out\n",
	"price.go": `// Package shop computes prices, in cents.
package shop

// Item is a line of an order.
type Item struct {
	Name     string
	Cents    int
	Quantity int
}

// Total is the price of all items.
func Total(items []Item) int {
	sum := 0
	for _, item := range items {
		sum += item.Cents * item.Quantity
	}
	return sum
}
`,
	"price_test.go": `package shop

import "testing"

func TestTotal(t *testing.T) {
	if got := Total([]Item{{"pen", 120, 2}, {"book", 900, 1}}); got != 1140 {
		t.Errorf("Total = %d, want 1140", got)
	}
}
`,
}

const changed = `
// Discount takes percent off a price.
func Discount(cents, percent int) int {
	return cents - cents*percent/100
}
`

// words are what the agent and the reviewer say in a language.
type words struct {
	short, done, denied, background, summary string
	runs, starts, writes, edits              string
	slow, long                               string
	seesFeedback, afterFeedback              string
	looks, accepts, asks, closes             string
	findings                                 []finding
}

type finding struct{ evidence, text string }

var languages = map[string]words{
	"en": {
		short: "This is a small Go package that computes prices of orders. Tell me what you want to have changed.",
		done:  "Done.", denied: "You did not allow that, so I have left everything as it is.",
		background: "The command in the background has finished.",
		summary:    "The person asked for small changes in a Go package of prices; they were made and the tests pass.",
		runs:       "I'll run that.", starts: "I'll start that in the background.",
		writes: "I'll write the file.", edits: "Let me look at the file, then change it.",
		slow: "I am looking through the package to see where prices are computed, who calls that, and what the " +
			"tests say about it. The total is a plain sum over the items; the discount is newer, and nothing " +
			"calls it yet.\n\n",
		long: "## How prices are computed\n\nAn order is a list of **items**. `Total` adds up what they cost:\n\n" +
			"```go\nfor _, item := range items {\n\tsum += item.Cents * item.Quantity\n}\n```\n\n" +
			"| function | takes | gives |\n| --- | --- | --- |\n| `Total` | items | cents |\n" +
			"| `Discount` | cents, percent | cents |\n\n" +
			"Three things are worth knowing:\n\n1. All amounts are whole cents, so that nothing is rounded twice.\n" +
			"2. `Discount` rounds in favour of the shop: 1 % of 99 cents is 0.\n" +
			"3. There is *no* currency. An order in two currencies gives a wrong total.\n\n" +
			"> If you need currencies, say so before the type `Item` is used elsewhere.\n\n" +
			"See [the language's specification](https://go.dev/ref/spec#Integer_overflow) about overflow.\n\n",
		seesFeedback:  "The reviewer has a point. I'll run the tests to see where it stands.",
		afterFeedback: "I looked at what the reviewer said and ran `go test ./...`; it passes. I changed no file.",
		looks:         "I'll look at what was changed.",
		accepts:       "I read the diff and ran `go test ./...`, which passes. What was asked for is there.",
		asks:          "Should a discount above 100 % be an error, or count as 100 %?",
		closes:        "That is my verdict.",
		findings: []finding{
			{"price.go:22", "Discount in project/price.go takes any percentage, so Discount(1000, 150) is -500. " +
				"Limit it to 0..100 and add a test for both ends."},
			{"price.go:15", "A negative Quantity lowers the total of project/price.go. Refuse it, and test that."},
			{"price.go:21", "project/price_test.go has no test of Discount at all. Add one with 0, 10 and 100 %."},
			{"README.md:3", "project/README.md does not name Discount. Say in one sentence how it rounds."},
		},
	},
	"zh": {
		short: "这是一个计算订单价格的小型 Go 包。请告诉我需要改什么。",
		done:  "完成了。", denied: "您没有允许这一步，所以我什么都没有改。",
		background: "后台命令已经结束。",
		summary:    "用户要求对一个计算价格的 Go 包做小改动；改动已完成，测试通过。",
		runs:       "我来运行这条命令。", starts: "我在后台启动它。",
		writes: "我来写这个文件。", edits: "我先看一下文件，然后修改。",
		slow: "我正在浏览这个包，看看价格在哪里计算、谁在调用，以及测试覆盖了什么。总价只是把各项相加；" +
			"折扣是新加的，目前还没有代码调用它。\n\n",
		long: "## 价格是怎样计算的\n\n订单是一组**条目**。`Total` 把它们的价格相加：\n\n" +
			"```go\nfor _, item := range items {\n\tsum += item.Cents * item.Quantity // 单价乘以数量\n}\n```\n\n" +
			"| 函数 | 参数 | 结果 |\n| --- | --- | --- |\n| `Total` | 条目 | 分 |\n" +
			"| `Discount` | 分，百分比 | 分 |\n\n" +
			"有三点值得注意：\n\n1. 所有金额都是整数分，因此不会重复舍入。\n" +
			"2. `Discount` 的舍入对商店有利：99 分的 1 % 是 0。\n" +
			"3. 这里*没有*币种。一个订单里混用两种货币，总价就是错的。\n\n" +
			"> 如果需要币种，请在别处使用 `Item` 之前告诉我。\n\n" +
			"关于溢出，请看[语言规范](https://go.dev/ref/spec#Integer_overflow)。\n\n",
		seesFeedback:  "审查者说得有道理。我先运行测试，看看现在的情况。",
		afterFeedback: "我看了审查意见，并运行了 `go test ./...`，测试通过。我没有改动任何文件。",
		looks:         "我先看看改了什么。",
		accepts:       "我读了改动，并运行了 `go test ./...`，测试通过。要求的内容都已完成。",
		asks:          "折扣超过 100 % 时应该报错，还是按 100 % 计算？",
		closes:        "这就是我的结论。",
		findings: []finding{
			{"price.go:22", "project/price.go 里的 Discount 接受任意百分比，Discount(1000, 150) 得到 -500。" +
				"请限制在 0 到 100 之间，并为两端各加一个测试。"},
			{"price.go:15", "project/price.go 里，负的 Quantity 会减少总价。请拒绝这种输入，并加上测试。"},
			{"price.go:21", "project/price_test.go 里完全没有 Discount 的测试。请用 0、10 和 100 各测一次。"},
			{"README.md:3", "project/README.md 没有提到 Discount。请用一句话说明它如何舍入。"},
		},
	},
}
