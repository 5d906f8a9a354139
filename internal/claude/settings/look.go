package settings

import (
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/provider"
)

// RegisteredPrograms lists the programs that ccc's Stop hooks in dir's settings.json call, one for each hook.
func RegisteredPrograms(dir string) (programs []string, err error) {
	text, err := file.ReadJSON(filepath.Join(dir, "settings.json"))
	if err != nil {
		return nil, err
	}
	found, err := findStopHooks(text)
	for _, p := range found {
		program, _ := entryProgram(p.entry, hookCommand)
		programs = append(programs, program)
	}
	return programs, err
}

// SlashCommands lists ccc's slash commands in claude's configuration directory: those that are there, and those that
// are missing or that the user has replaced.
func SlashCommands(dir string) (there, missing []string) {
	for _, c := range commands {
		text, err := file.Read(filepath.Join(dir, "commands", c.name), file.MaxText)
		if err == nil && c.isWritten(text) {
			there = append(there, c.name)
		} else {
			missing = append(missing, c.name)
		}
	}
	return there, missing
}

// LaunchSettings returns the paths of the two settings files that ccc writes for launches on a provider: the agent's
// and the reviewer's. A nil provider is the user's own login.
func LaunchSettings(dir string, provider *provider.Provider) (agent, reviewer string) {
	name := ".ccc" // no provider's name begins with a dot
	if provider != nil {
		name = "-" + provider.Name
	}
	return filepath.Join(dir, "settings"+name+".json"), filepath.Join(dir, "settings"+name+"-supervisor.json")
}
