package main

import (
	"github.com/spf13/cobra"

	"ccc/internal/lang"
)

var validateHelp = lang.Both(`
Sends the smallest request there is, one token, and shows whether the API is reached, the key is taken and the model is
there. The provider is the current one unless named; --all asks them all. The exit code is 1 if one cannot be used.
`, `
发送最小的请求（一个 token），显示能否连上 API、密钥是否有效、模型是否存在。不写名字时测试当前的 provider；
--all 测试全部。只要有一个不可用，退出码就是 1。
`)

func validateCommand(p *program, language lang.Language) *cobra.Command {
	all := false
	c := &cobra.Command{
		Use: "validate [--all] [provider]", Long: language.Text(validateHelp), Args: cobra.ArbitraryArgs,
		Short:             language.Sprintf("ask a provider's API whether it can be used"),
		ValidArgsFunction: arguments(p.offerProviders),
		RunE:              func(_ *cobra.Command, args []string) error { return p.providers().Validate(all, args) },
	}
	c.Flags().BoolVar(&all, "all", false, language.Sprintf("ask them all"))
	return c
}
