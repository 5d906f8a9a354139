package streamjson

// An Init describes the session. It comes at the start of each turn, not only of the process (2.1.5, 2.1.197,
// 2.1.329). After /clear the event's SessionID is another one.
type Init struct {
	CWD            string      `json:"cwd"`
	Model          string      `json:"model"`
	PermissionMode string      `json:"permissionMode"`
	APIKeySource   string      `json:"apiKeySource"`
	Version        string      `json:"claude_code_version"`
	OutputStyle    string      `json:"output_style"`
	Tools          []string    `json:"tools"`
	SlashCommands  []string    `json:"slash_commands"`
	Agents         []string    `json:"agents"`
	Skills         []string    `json:"skills"`
	MCPServers     []MCPServer `json:"mcp_servers"`
	Plugins        []Plugin    `json:"plugins"`
	Capabilities   []string    `json:"capabilities"` // 2.1.329
}

// An MCPServer is a server as [Init] lists it.
type MCPServer struct {
	Name   string `json:"name"`
	Status string `json:"status"`
}

// A Plugin is a plugin as [Init] lists it.
type Plugin struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

// PluginNames lists the names of the plugins.
func (i Init) PluginNames() (names []string) {
	for _, p := range i.Plugins {
		names = append(names, p.Name)
	}
	return names
}

// Init decodes system/init.
func (e Event) Init() (Init, error) {
	var b Init
	err := e.decode(&b, TypeSystem, "init")
	return b, err
}

// A Status says what Claude Code is doing.
type Status struct {
	Status         string `json:"status"`         // compacting, requesting (2.1.197, 2.1.329); "" (null) for neither
	PermissionMode string `json:"permissionMode"` // 2.1.197, 2.1.329: the new mode, if it changed
	CompactResult  string `json:"compact_result"` // 2.1.197, 2.1.329: success or failed, when compacting ended
	CompactError   string `json:"compact_error"`
}

// Status decodes system/status.
func (e Event) Status() (Status, error) {
	var b Status
	err := e.decode(&b, TypeSystem, "status")
	return b, err
}

// A CompactBoundary marks where the conversation was replaced by a summary.
type CompactBoundary struct {
	Trigger    string `json:"trigger"` // manual, auto
	PreTokens  int64  `json:"pre_tokens"`
	PostTokens int64  `json:"post_tokens"` // 2.1.329
}

// CompactBoundary decodes system/compact_boundary.
func (e Event) CompactBoundary() (CompactBoundary, error) {
	var b struct {
		Metadata CompactBoundary `json:"compact_metadata"`
	}
	err := e.decode(&b, TypeSystem, "compact_boundary")
	return b.Metadata, err
}

// A Hook is the start of a hook (hook_started) or its end (hook_response); the start has only the names. Without
// --include-hook-events only SessionStart hooks are reported.
type Hook struct {
	ID       string `json:"hook_id"`
	Name     string `json:"hook_name"`
	Event    string `json:"hook_event"`
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	ExitCode int    `json:"exit_code"`
	Outcome  string `json:"outcome"` // success, error, cancelled
}

// Hook decodes system/hook_started and system/hook_response.
func (e Event) Hook() (Hook, error) {
	var b Hook
	err := e.decode(&b, TypeSystem, "hook_started", "hook_response")
	return b, err
}

// An Informational is a line for the user: a hook's systemMessage ("Stop says: …"), the warning that too many stops
// were blocked (2.1.329).
type Informational struct {
	Content              string `json:"content"`
	Level                string `json:"level"`                // notice, warning, …
	PreventsContinuation bool   `json:"prevent_continuation"` // a hook ended the turn, or blocked the prompt (2.1.197)
}

// Informational decodes system/informational.
func (e Event) Informational() (Informational, error) {
	var b Informational
	err := e.decode(&b, TypeSystem, "informational")
	return b, err
}

// A Notification is what claude's own screen would show for a moment (2.1.197, 2.1.329). After each stop that a hook
// blocked there is one with the key stop-hook-error.
type Notification struct {
	Key      string `json:"key"`
	Text     string `json:"text"`
	Priority string `json:"priority"` // low, medium, high, immediate
}

// Notification decodes system/notification.
func (e Event) Notification() (Notification, error) {
	var b Notification
	err := e.decode(&b, TypeSystem, "notification")
	return b, err
}

// A PermissionDenied is a tool call that was refused without asking (2.1.329).
type PermissionDenied struct {
	ToolName  string `json:"tool_name"`
	ToolUseID string `json:"tool_use_id"`
	Message   string `json:"message"`
}

// PermissionDenied decodes system/permission_denied.
func (e Event) PermissionDenied() (PermissionDenied, error) {
	var b PermissionDenied
	err := e.decode(&b, TypeSystem, "permission_denied")
	return b, err
}

// A ModelFallback reports that another model continues, or that none could after a refusal (2.1.197, 2.1.329). Its
// fields are from the SDK: no recording has one.
type ModelFallback struct {
	OriginalModel string `json:"original_model"`
	FallbackModel string `json:"fallback_model"` // "" if there is none
	Content       string `json:"content"`        // for the user
}

// ModelFallback decodes system/model_fallback, system/model_refusal_fallback
// and system/model_refusal_no_fallback.
func (e Event) ModelFallback() (ModelFallback, error) {
	var b ModelFallback
	err := e.decode(&b, TypeSystem, "model_fallback", "model_refusal_fallback", "model_refusal_no_fallback")
	return b, err
}

// ThinkingTokens estimates how many tokens of thinking were written so far (2.1.197, 2.1.329).
type ThinkingTokens struct {
	Estimated int64 `json:"estimated_tokens"`
	Delta     int64 `json:"estimated_tokens_delta"` // since the last such event
}

// ThinkingTokens decodes system/thinking_tokens.
func (e Event) ThinkingTokens() (ThinkingTokens, error) {
	var b ThinkingTokens
	err := e.decode(&b, TypeSystem, "thinking_tokens")
	return b, err
}

// A ConversationReset follows /clear: the session has another ID from then on (2.1.329).
type ConversationReset struct {
	NewConversationID string `json:"new_conversation_id"`
	Trigger           string `json:"trigger"` // clear
}

// ConversationReset decodes conversation_reset.
func (e Event) ConversationReset() (ConversationReset, error) {
	var b ConversationReset
	err := e.decode(&b, TypeConversationReset)
	return b, err
}

// A CommandLifecycle reports the progress of a message that was sent with a uuid (2.1.329).
type CommandLifecycle struct {
	CommandUUID string `json:"command_uuid"`
	State       string `json:"state"` // queued, started, completed, cancelled (2.1.330, also for a late [TakeBack])
}

// CommandLifecycle decodes command_lifecycle.
func (e Event) CommandLifecycle() (CommandLifecycle, error) {
	var b CommandLifecycle
	err := e.decode(&b, TypeCommandLifecycle)
	return b, err
}

// A ToolProgress is a sign of life, every 30 s while a hook runs, with --include-hook-events (2.1.329). Its fields
// are from the SDK: no recording has one.
type ToolProgress struct {
	ToolUseID      string  `json:"tool_use_id"`
	ToolName       string  `json:"tool_name"`
	ElapsedSeconds float64 `json:"elapsed_time_seconds"`
}

// ToolProgress decodes tool_progress.
func (e Event) ToolProgress() (ToolProgress, error) {
	var b ToolProgress
	err := e.decode(&b, TypeToolProgress)
	return b, err
}
