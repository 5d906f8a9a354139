package supervision

import (
	"slices"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/ptyio"
)

// Family marks what the agents of this process have started, for [LeftRunning].
func Family() string { return ptyio.Family() }

// LeftRunning says what the agent has left running in claude's own screen of a launch, in the loop with a family, or in
// either; an empty one is left out. It is empty for nothing.
func LeftRunning(launch, family string) lang.Message {
	return wording.Background(task.Totals{Left: leftRunning(launch, family)})
}

// leftRunning names what LeftRunning tells. What ccc's hooks have started, such as a reviewer, ends by itself.
func leftRunning(launch, family string) string {
	entry := state.LaunchEnv + "=" + launch
	list := process.Left(func(env []string) bool {
		isAgents := launch != "" && slices.Contains(env, entry) && !ptyio.IsOurs(env) ||
			family != "" && ptyio.HasMark(env, family)
		return isAgents && claude.IsOfTool(env)
	})
	if len(list) == 0 {
		return ""
	}
	return text.OneLine(text.FirstFew(list).String())
}
