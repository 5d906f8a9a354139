package claims

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestM07Bounds: short lines and small files of a project that would expand to gigabytes, or be walked for minutes.
func TestM07Bounds(t *testing.T) {
	doubled, makefile, yaml := "a0=xxxxxxxxxx", "a0 = xxxxxxxxxx\n", "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 60; i++ {
		doubled += fmt.Sprintf("; a%d=$a%d$a%d", i, i-1, i-1)
		makefile += fmt.Sprintf("a%d = $(a%d)$(a%d)\n", i, i-1, i-1)
	}
	for i := 1; i < 9; i++ {
		yaml += fmt.Sprintf("a%d: &a%d [*a%d", i, i, i-1) + strings.Repeat(fmt.Sprintf(",*a%d", i-1), 8) + "]\n"
	}
	project := map[string]string{
		"run.sh":       strings.Repeat("./run.sh && ./run.sh || ./run.sh\n", 500),
		"Makefile":     makefile + "test:\n\t$(a59) go test\n",
		"Taskfile.yml": yaml + "tasks: {test: *a8}\n",
	}
	for _, line := range []string{
		doubled + "; $a59 go test", "x=" + strings.Repeat("$y", 20000), "./run.sh", "bash run.sh", "make test", "task test",
		"y=" + strings.Repeat("z", 4000) + "; echo " + strings.Repeat("$y", 20000),
	} {
		began := time.Now()
		readLine(line, "", func(name string) (string, bool) { text, ok := project[name]; return text, ok })
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%.60q takes %s", line, took)
		}
	}
}

// TestM01LongMessage: a message without an end of a sentence is not searched over and over.
func TestM01LongMessage(t *testing.T) {
	for _, text := range []string{"Please check that all tests pass ", "The README says all tests pass ", "接下来会让所有测试通过 ",
		"#", "**", "    x\n", "| a | b |\n"} {
		message := strings.Repeat(text, 260<<10/len(text))
		findClaims(message[:len(text)], "") // compiles the expressions
		began := time.Now()
		findClaims(message, "")
		if took := time.Since(began); took > time.Second {
			t.Errorf("%q takes %s", text, took)
		}
	}
}
