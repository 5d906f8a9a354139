package shell

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestM07Bounds: short lines and small files that would expand to gigabytes, or take minutes to walk, are given up
// early.
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
		ReadLine(line, "", func(name string) (string, bool) { text, ok := project[name]; return text, ok })
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%.60q takes %s", line, took)
		}
	}
}

// TestM02ToolTable: each row of the tools matches its example, and not its counter-example.
func TestM02ToolTable(t *testing.T) {
	for _, row := range tools {
		for _, name := range strings.Fields(row.Name)[:1] {
			got := ReadLine(row.example, "", nil).Commands
			if len(got) != 1 || Proves(got[0])&row.Kinds != row.Kinds {
				t.Errorf("%s %s: %q gives %+v", name, row.Sub, row.example, got)
			}
			for _, c := range ReadLine(row.counter, "", nil).Commands {
				if k := Proves(c); k&row.Kinds&^(Execute|Inspect) != 0 && row.Kinds&^(Execute|Inspect) != 0 {
					t.Errorf("%s %s: %q proves %b", name, row.Sub, row.counter, k)
				}
			}
		}
	}
}
