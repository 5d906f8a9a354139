package review

// The values of [Reviewer.Role] and of a verdict's Role: where the reviewer gets the rubric.
const (
	roleAuto   = "auto"
	roleSystem = "system" // in the system prompt: the provider reads the whole conversation anew
	// In the message: the conversation before it equals the agent's, so the provider's cache serves it.
	roleUser = "user"
)

// longConversation is a length in tokens. For a conversation up to this length the rubric is in the system prompt,
// which the model follows better. The provider then reads the conversation without its cache, which costs little.
const longConversation = 30_000

// Agent describes the agent whose conversation is reviewed, to decide whether a provider's cache can serve the
// reviewer.
type Agent struct {
	Provider string // name in ccc.json of the agent's provider; "" for the user's own login
	Model    string // the agent's model; "" if unknown
	Tokens   int64  // length of the agent's last request; 0 if unknown
	Version  string // version of the agent's and the reviewer's claude; "" if unknown
}

// chooseRole decides where the reviewer gets the rubric. With auto, it is in the message if the conversation is long
// and the cache can serve it: a cache works for one provider and one model.
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
