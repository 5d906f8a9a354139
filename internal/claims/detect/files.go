package detect

import (
	"strings"
	"unicode/utf8"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/claims/filekinds"
	"ccc/internal/text"
)

// filesIn returns the inline code and the words of a match that look like paths.
func (s sentence) filesIn(match string) (list []string) {
	parts := func(r rune) bool { return strings.ContainsRune(" ,、，和(（）):：", r) }
	for word := range strings.FieldsFuncSeq(match, parts) {
		word = strings.TrimRight(word, ".;")
		r, size := utf8.DecodeRuneInString(word)
		isCode := r >= patterns.CodeMark && int(r-patterns.CodeMark) < len(s.code)
		name := word
		if isCode {
			if size != len(word) && !strings.HasPrefix(word[size:], "文件") {
				continue // "`x`'s import"
			}
			name = s.code[r-patterns.CodeMark]
		}
		// A word with Chinese in it is prose unless it is inline code.
		inWords := !isCode && strings.ContainsFunc(word, func(r rune) bool { return r >= 0x2e80 })
		// the word "folder" does not make other words of the match folders
		isName := isCode || strings.Contains(name, "/")
		isFolder := isName && !inWords && folderWords.MatchString(match) && filekinds.LooksLikeFile(name+"/")
		if isFolder || filekinds.LooksLikeFile(name) {
			if !isCode {
				name = s.asWritten(name)
			}
			list = append(list, strings.TrimSuffix(name, "/"))
		}
	}
	return list
}

// asWritten returns a word with the upper case that it has in the sentence. The text that patterns match has none.
func (s sentence) asWritten(word string) string {
	for at := range len(s.plain) - len(word) + 1 {
		if written := s.plain[at : at+len(word)]; strings.EqualFold(written, word) {
			return written
		}
	}
	return word
}

// foldersIn returns the inline code of a match that may be a folder: a path without an extension.
func (s sentence) foldersIn(match string) (list []string) {
	for _, r := range match {
		if i := int(r - patterns.CodeMark); i >= 0 && i < len(s.code) && folderPath.MatchString(s.code[i]) {
			list = append(list, s.code[i])
		}
	}
	return list
}

var folderPath = text.LazyRegexp{Expr: `^[\w-][\w.-]*(?:/[\w-]+)+$`}

// folderWords say that a name is that of a folder.
var folderWords = &text.LazyRegexp{Expr: `\b(?:folder|directory|dir)\b|目录|文件夹`}
