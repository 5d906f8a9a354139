package review

// Where the rubric is given to the reviewer: the values of [Reviewer.Role] and of a verdict's Role.
const (
	roleAuto   = "auto"
	roleSystem = "system" // the reviewer's system prompt: the provider reads the whole conversation anew
	roleUser   = "user"   // its message: the conversation before it is the agent's own, which the provider's cache serves
)

// longConversation is a number of tokens. A conversation up to this length is given the rubric as system prompt, which
// the model heeds more. The provider then reads the conversation without its cache, which costs little.
const longConversation = 30_000

// Agent is the agent whose conversation is reviewed: what decides whether a provider's cache can serve the reviewer.
type Agent struct {
	Provider string // name in ccc.json of the provider that the agent asks; "" for its own login
	Model    string // that the agent asks; "" if unknown
	Tokens   int64  // of the agent's last request; 0 if unknown
	Version  string // of its claude, which is the reviewer's, too; "" if unknown
}

// chooseRole decides where the rubric goes. With auto it goes into the message if the conversation is long and the
// cache can serve it: a cache belongs to one provider and one model.
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
