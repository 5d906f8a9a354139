package detect

import (
	"strings"
	"unicode/utf8"

	"ccc/internal/text"
)

// createdHead and deletedHead announce a list of files that were created or deleted.
var (
	createdHead = text.LazyRegexp{Expr: `(?i)^[^\pL]*(?:(?:(?:i|i\x27ve|i have) )?` +
		`(?:created|added)\b[^:.!?]{0,30}\bfiles?|(?:new|created|added) files)\s*:$|` +
		`^[^\pL]*(?:new|created|added) files$|` +
		`^[^\pL]*(?:本次|这次|我|已|一共|共|总共)*(?:新建|新增|创建|生成)了?(?:\p{Han}|\s|\d){0,8}文件\s*[:：]$|` +
		`^[^\pL]*(?:新文件|新增(?:的)?文件)\s*[:：]?$`}
	deletedHead = text.LazyRegexp{Expr: `(?i)^[^\pL]*(?:(?:(?:i|i\x27ve|i have) )?` +
		`(?:deleted|removed)\b[^:.!?]{0,30}\bfiles?|(?:deleted|removed) files)\s*:$|` +
		`^[^\pL]*(?:deleted|removed) files$|` +
		`^[^\pL]*(?:本次|这次|我|已|一共|共|总共)*(?:删除|移除|清理|删掉)了?(?:\p{Han}|\s|\d){0,8}文件\s*[:：]$`}
)

// A listHead is a sentence that announces a list of files. The kind says whether these were created or deleted; "" if
// the sentence is none.
type listHead struct {
	kind Kind
	text string
}

// listHeadOf returns the list head that the sentence is.
func (s sentence) listHeadOf() listHead {
	switch low := strings.ToLower(s.plain); {
	case !endsWithColon(low) && !strings.HasSuffix(low, "files") && !strings.HasSuffix(low, "文件"):
	case createdHead.MatchString(s.plain):
		return listHead{Created, s.text}
	case deletedHead.MatchString(s.plain):
		return listHead{Deleted, s.text}
	}
	return listHead{}
}

// listItemClaim returns the claim of a list item that begins with a file.
func (s sentence) listItemClaim(head listHead) []Statement {
	item := withoutBullet(s.plain)
	r, size := utf8.DecodeRuneInString(item)
	if r < codeMark || int(r-codeMark) >= len(s.code) {
		return nil
	}
	files := s.filesIn(item[:size])
	if len(files) == 0 {
		return nil
	}
	return []Statement{{Kind: head.kind, Text: head.text + " " + s.restoreCode(item[:size]),
		Clause: strings.ToLower(item), TargetFiles: files}}
}
