package state

// Variables by which a launch tells the ccc that its claude calls what it was started with.
const (
	LaunchEnv   = "CCC_SUPERVISOR_ID"     // the launch
	ReviewerEnv = "CCC_REVIEWER_SETTINGS" // the reviewer's settings file: the hook's command is the same in all launches
	ProviderEnv = "CCC_LAUNCH_PROVIDER"   // the launch's provider; unset for the user's own login
	TrustEnv    = "CCC_TRUST"             // of --trust: the digest of the rubric that is trusted, so that no other one is
)

// ProjectEnv is the variable by which claude names the project's directory to its hooks.
const ProjectEnv = "CLAUDE_PROJECT_DIR"

// LaunchEnvs are the variables above. What a launch starts gets none of them from the environment of ccc itself.
func LaunchEnvs() []string { return []string{LaunchEnv, ReviewerEnv, ProviderEnv, TrustEnv} }
