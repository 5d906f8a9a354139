package detect

import "testing"

func TestM06OtherLanguages(t *testing.T) {
	for message, want := range map[string]bool{
		"All 42 tests pass, and I fixed the race.":                           false,
		"所有测试都通过了。":                                                          false,
		"修复了 parser，all tests pass。":                                         false,
		"Done.":                                                              false,
		"`go test ./...` ok":                                                 false,
		"Alle Tests sind grün, und der Fehler ist behoben.":                  true,
		"Tous les tests sont passés et le bug est corrigé.":                  true,
		"Todos los tests pasan y el error está corregido.":                   true,
		"すべてのテストが通りました。":                                                     true,
		"모든 테스트가 통과했습니다.":                                                    true,
		"Все тесты проходят.":                                                true,
		"I renamed `der` to `die` and `das`, and all of the tests pass now.": false,
	} {
		if got := IsOtherLanguage(message); got != want {
			t.Errorf("otherLanguage(%q) = %v", message, got)
		}
	}
}
