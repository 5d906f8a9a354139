package state

// Variables by which a launch passes its start options to the ccc that its claude calls.
const (
	LaunchEnv = "CCC_SUPERVISOR_ID" // the launch
	// the reviewer's settings file: the hook's command is the same in all launches
	ReviewerEnv = "CCC_REVIEWER_SETTINGS"
	ProviderEnv = "CCC_LAUNCH_PROVIDER" // the launch's provider; unset for the user's own login
	BaselineEnv = "CCC_BASELINE"        // digest of the copy of what claude reads, made when the launch began
	TrustEnv    = "CCC_TRUST"           // set by --trust to the digest of the only trusted rubric
	DirectEnv   = "CCC_LAUNCH_HOOKS"    // "direct" if the launch's own hooks are called without a shell
	ModsEnv     = "CCC_MODS"            // what the launch does about mods, see [mods.Guard]
)

// ProjectEnv is the variable in which claude passes the project's directory to its hooks.
const ProjectEnv = "CLAUDE_PROJECT_DIR"

// LaunchEnvs lists the variables above. A launch removes them from the environment of the processes that it starts.
func LaunchEnvs() []string {
	return []string{LaunchEnv, ReviewerEnv, ProviderEnv, TrustEnv, DirectEnv, ModsEnv, BaselineEnv}
}
