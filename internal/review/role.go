package review

// Where a rubric stands, as [Request.Role] and a verdict have it.
const (
	roleAuto   = "auto"
	roleSystem = "system" // the reviewer's system prompt: the provider reads the whole conversation anew
	roleUser   = "user"   // its message: all before that is what the agent sent, and the provider's cache serves it
)

// longConversation is how many tokens a conversation has at most that is cheaper to read anew than to judge by a rubric in a
// message, which weighs less than a system prompt.
const longConversation = 30_000

// Agent is whose conversation is reviewed, as far as a provider's cache is asked for.
type Agent struct {
	Provider string // whom the agent asks, by its name in ccc.json; "" for its own login
	Model    string // that the agent asks; "" if unknown
	Tokens   int64  // of the agent's last request; 0 if unknown
}

// chooseRole decides where the rubric goes. With auto it is the message where that spares a long conversation's tokens: a
// cache is the provider's, and the model's.
func chooseRole(wanted, provider, model string, a Agent) string {
	switch wanted {
	case roleSystem, roleUser:
		return wanted
	}
	if a.Tokens > longConversation && provider == a.Provider && (model == "" || model == a.Model) {
		return roleUser
	}
	return roleSystem
}
