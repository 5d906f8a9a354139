package layout

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	var b strings.Builder
	if err := Table(&b, []string{"时间\tx\tend", "1\t轮数\t", "a long one\t\tz"}, nil); err != nil {
		t.Fatal(err)
	}
	const want = "时间        x     end\n1           轮数  \na long one        z\n"
	if b.String() != want {
		t.Errorf("Table:\n%s\nwant\n%s", b.String(), want)
	}
}
