package streamjson

import "slices"

// A Task is work in the background: a shell command or a subagent, while it runs or after its end (2.1.197, 2.1.329).
// The event decides which fields are set.
type Task struct {
	TaskID      string `json:"task_id"`
	ToolUseID   string `json:"tool_use_id"`
	TaskType    string `json:"task_type"` // local_bash, local_agent, …
	Description string `json:"description"`
	// Status is the task's status, from task_updated and task_notification: running, completed, failed, stopped,
	// killed, …; "" if the event has none.
	Status     string `json:"status"`
	Summary    string `json:"summary"`     // task_notification: a subagent's answer
	OutputFile string `json:"output_file"` // task_notification
	// Backgrounded is false for a task that the turn waits for (2.1.329). In task_updated it is set only if the task
	// was moved.
	Backgrounded bool `json:"is_backgrounded"`
	// Ambient marks a task that is not activity and may run for ever, such as a watcher; only in
	// background_tasks_changed (SDK).
	Ambient bool `json:"ambient"`

	Command string `json:"-"` // the command that it runs, once [Tasks.AddCalls] has read the call; "" if unknown
}

// agent reports whether the task is a model at work, which returns an answer.
func (t Task) agent() bool {
	return t.TaskType == "local_agent" || t.TaskType == "remote_agent" || t.TaskType == "local_workflow"
}

// Tasks are the tasks that run in the background, according to the events of a session. The zero value has none.
type Tasks struct {
	list      []Task
	areListed bool              // claude lists all tasks at once (2.1.329), so single events are ignored
	calls     map[string]string // id of a call of Bash, with its command; only the newest ones
	commands  map[string]string // id of a task, with its command
}

// maxCalls is how many calls are kept until claude says that a task has begun with one.
const maxCalls = 100

// AddCalls reads the calls in a message: a task that begins with one runs its command.
func (t *Tasks) AddCalls(content []Block) {
	for _, call := range content {
		if call.Type != "tool_use" || call.Name != "Bash" {
			continue
		}
		if len(t.calls) >= maxCalls || t.calls == nil {
			t.calls = make(map[string]string)
		}
		t.calls[call.ID] = call.MainArgument()
	}
}

// List returns the tasks, in the order in which they began.
func (t *Tasks) List() []Task { return t.list }

// Add reads an event. It reports whether the event is about tasks.
func (t *Tasks) Add(e Event) bool {
	switch {
	case !e.IsTask():
		return false
	case e.Subtype != listsTasks:
		task, err := e.Task()
		if err != nil {
			break
		}
		if command := t.calls[task.ToolUseID]; e.Subtype == "task_started" && command != "" {
			if t.commands == nil {
				t.commands = make(map[string]string)
			}
			t.commands[task.TaskID] = command
		}
		if !t.areListed {
			t.follow(e.Subtype, task)
		}
	default:
		if tasks, err := e.BackgroundTasks(); err == nil {
			t.areListed = true
			t.list = slices.DeleteFunc(tasks, func(task Task) bool { return task.Ambient })
		}
	}
	for i := range t.list {
		t.list[i].Command = t.commands[t.list[i].TaskID]
	}
	return true
}

// listsTasks is the subtype of an event with all tasks.
const listsTasks = "background_tasks_changed"

// IsTask reports whether an event is one of those that [Tasks.Add] reads.
func (e Event) IsTask() bool {
	switch e.Subtype {
	case "task_started", "task_updated", "task_notification", listsTasks:
		return e.Type == TypeSystem
	}
	return false
}

// follow notes that a task has begun or ended.
func (t *Tasks) follow(event string, task Task) {
	at := slices.IndexFunc(t.list, func(one Task) bool { return one.TaskID == task.TaskID })
	switch {
	case task.TaskID == "":
	case event == "task_started":
		if at < 0 {
			t.list = append(t.list, task)
		}
	case at >= 0 && task.Status != "" && task.Status != "running" && task.Status != "pending":
		t.list = slices.Delete(t.list, at, at+1)
	}
}

// Task decodes system/task_started, task_progress, task_updated and
// task_notification.
func (e Event) Task() (Task, error) {
	var b struct {
		Task
		Patch struct { // task_updated has the changes one level deeper
			Status       string `json:"status"`
			Description  string `json:"description"`
			Backgrounded bool   `json:"is_backgrounded"`
		} `json:"patch"`
	}
	err := e.decode(&b, TypeSystem, "task_started", "task_progress", "task_updated", "task_notification")
	if b.Patch.Status != "" {
		b.Status = b.Patch.Status
	}
	if b.Patch.Description != "" {
		b.Description = b.Patch.Description
	}
	b.Backgrounded = b.Backgrounded || b.Patch.Backgrounded
	return b.Task, err
}

// BackgroundTasks decodes system/background_tasks_changed (2.1.329), which lists all tasks that are in the background
// now.
func (e Event) BackgroundTasks() ([]Task, error) {
	var b struct {
		Tasks []Task `json:"tasks"`
	}
	err := e.decode(&b, TypeSystem, "background_tasks_changed")
	return b.Tasks, err
}
