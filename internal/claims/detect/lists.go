package detect

import (
	"strings"
	"unicode/utf8"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/text"
)

// createdHead and deletedHead announce a list of files that were created or deleted.
var (
	createdHead = text.LazyRegexp{Expr: `(?i)^[^\pL]*(?:(?:(?:i|i\x27ve|i have) )?` +
		`(?:created|added)\b[^:.!?]{0,30}\bfiles?|(?:new|created|added) files|files? (?:created|added))\s*:$|` +
		`^[^\pL]*(?:new|created|added) files$|^[^\pL]*created\s*:$|^#+ (?:files )?created$|` +
		`^[^\pL]*(?:本次|这次|我|已|一共|共|总共)*(?:新建|新增|创建|生成)了?(?:\p{Han}|\s|\d){0,8}文件\s*[:：]$|` +
		`^[^\pL]*(?:新文件|(?:新增|新建|创建)(?:的)?文件)\s*[:：]?$`}
	deletedHead = text.LazyRegexp{Expr: `(?i)^[^\pL]*(?:(?:(?:i|i\x27ve|i have) )?` +
		`(?:deleted|removed)\b[^:.!?]{0,30}\bfiles?|(?:deleted|removed) files|files? (?:deleted|removed))\s*:$|` +
		`^[^\pL]*(?:deleted|removed) files$|^#+ (?:files )?deleted$|` +
		`^[^\pL]*(?:删除|移除)(?:的)?文件\s*[:：]?$|` +
		`^[^\pL]*(?:本次|这次|我|已|一共|共|总共)*(?:删除|移除|清理|删掉)了?(?:\p{Han}|\s|\d){0,8}文件\s*[:：]$`}
)

// A listHead is a sentence that announces a list of files. The kind says whether these were created or deleted; "" if
// the sentence is none.
type listHead struct {
	kind Kind
	text string
}

var (
	// madeHead and goneHead announce a list of things that were made or removed, which may be files.
	madeHead = text.LazyRegexp{Expr: `(?i)\b(?:created|added|wrote|generated|scaffolded|split|extracted|moved)\b[^:.!?]{0,60}` +
		`\b(?:files?|scripts?|modules?|tests?|components?|pages?|docs?|migrations?|classes|packages?|into)\s*:$|` +
		`(?:新建|新增|创建|生成|写|加|补)了[^：:。！？，]{0,12}(?:文件|脚本|模块|测试|组件|页面|文档)\s*[:：]$|` +
		`(?:拆|抽|分)(?:成|为)了?[^：:。！？，]{0,12}[:：]$`}
	// wroteHead does so for things of any name that can only be new.
	wroteHead = text.LazyRegexp{Expr: `(?i)^[^\pL]*(?:(?:i|i\x27ve|i have) )?(?:created|wrote) (?:both|all|two|three|` +
		`four|five|the|these|an?|\d+) [^:.!?,]{1,40}:$`}
	// manner matches how something was done, before the list of what it is: ", following the format of the others:".
	manner   = text.LazyRegexp{Expr: `, \w+ing\b[^:.!?]*:$`}
	goneHead = text.LazyRegexp{Expr: `(?i)\b(?:deleted|removed|dropped)\b[^:.!?]{0,50}:$|` +
		`(?:删除|移除|清理|删掉|删)了[^：:。！？，]{0,16}[:：]$`}
	// placeInHead says that the list has places of what was made or removed.
	placeInHead = text.LazyRegexp{Expr: `(?i)\b(?:from|in|to|of|not|by|will|should|can|could|would|must|if)\b[^:]*:$|` +
		`[从在里中会]|(?:没有?|未|不|无法)(?:删|能|建|移)`}
	// keptItem says that an item of a list is none of those.
	keptItem = text.LazyRegexp{Expr: `(?i)\b(?:not (?:yet|deleted|removed|touched|created|written|possible|allowed)|kept|still|left|stays?|unchanged|failed|except|already|existing|updated|` +
		`changed|edited)\b|could ?n[o']t\b|没(?:删|动|有权|能|写)|未(?:删|动|能|写)|保留|失败|已有|原有|修改|更新`}
)

// listHeadOf returns the list head that the sentence is.
func (s sentence) listHeadOf() listHead {
	plain := manner.ReplaceAllString(s.plain, ":")
	switch low := strings.ToLower(plain); {
	case !endsWithColon(low) && !strings.HasSuffix(low, "files") && !strings.HasSuffix(low, "文件") && low[0] != '#':
	case createdHead.MatchString(plain):
		return listHead{Created, s.text}
	case deletedHead.MatchString(plain):
		return listHead{Deleted, s.text}
	case placeInHead.MatchString(plain) || !endsWithColon(low):
	case madeHead.MatchString(plain) || wroteHead.MatchString(plain):
		return listHead{Created, s.text}
	case goneHead.MatchString(plain):
		return listHead{Deleted, s.text}
	}
	return listHead{}
}

// listItemClaim returns the claim of a list item that begins with a file.
func (s sentence) listItemClaim(head listHead) []Statement {
	item := withoutBullet(s.plain)
	r, size := utf8.DecodeRuneInString(item)
	if r < patterns.CodeMark || int(r-patterns.CodeMark) >= len(s.code) {
		word, _, _ := strings.Cut(item, " ")
		if size = len(strings.TrimRight(word, ":,")); !strings.Contains(word, "/") {
			return nil
		}
	}
	files := s.filesIn(item[:size])
	if len(files) == 0 || keptItem.MatchString(item[size:]) {
		return nil
	}
	return []Statement{{Kind: head.kind, Text: head.text + " " + s.restoreCode(item[:size]),
		Clause: strings.ToLower(item), TargetFiles: files}}
}
