package supervision

import (
	"strconv"
	"sync"

	"github.com/google/uuid"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// background knows the tasks that the agent has left running in the background, and ends them for the user.
type background struct {
	mu        sync.Mutex
	tasks     streamjson.Tasks
	canReport bool // this claude reports such tasks; 2.1.5 does not
	send      func([]byte)
	ending    map[string]string // id of a request to end a task, with the name of that task
}

// connectAgent forgets the tasks of the agent's previous process.
func (b *background) connectAgent(send func([]byte)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tasks, b.send, b.ending = streamjson.Tasks{}, send, make(map[string]string)
}

// endAgent forgets the tasks, which have ended with the agent's process.
func (b *background) endAgent() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tasks, b.send = streamjson.Tasks{}, nil
}

// follow reads an event of the agent. It returns the message for the user, empty for none.
func (b *background) follow(e streamjson.Event) (said lang.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.Type == streamjson.TypeAssistant {
		m, _ := e.Message() // without its content it has no calls
		b.tasks.AddCalls(m.Content)
	}
	if b.tasks.Add(e) {
		return said
	}
	if init, err := e.Init(); err == nil {
		b.canReport = claude.AtLeast(init.Version, claude.Middle)
	}
	if len(b.ending) == 0 || e.Type != streamjson.TypeControlResponse {
		return said
	}
	answer, err := e.ControlResponse()
	name, own := b.ending[answer.RequestID]
	if err != nil || !own {
		return said
	}
	delete(b.ending, answer.RequestID)
	if answer.Subtype == "error" {
		return lang.M("claude did not end %s: %s", name, answer.Error)
	}
	return lang.M("ended: %s", name)
}

// listTasks lists the tasks that are running, as the answer to /tasks.
func (b *background) listTasks() lang.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	tasks := b.tasks.List()
	if len(tasks) == 0 {
		return b.noTasks()
	}
	said := lang.M("in the background (/tasks end N ends one):")
	for i, task := range tasks {
		said = lang.M("%s\n%d  %s", said, i+1, taskName(task))
	}
	return said
}

// names names the tasks that are running, for /status.
func (b *background) names() (list []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.tasks.List() {
		list = append(list, taskName(one))
	}
	return list
}

// noTasks is the answer to /tasks if no task is known.
func (b *background) noTasks() lang.Message {
	if !b.canReport && b.send != nil {
		return untold()
	}
	return lang.M("nothing runs in the background")
}

func untold() lang.Message {
	return lang.M("this claude does not tell what runs in the background: ask the agent")
}

// end ends the task with the number which, or all tasks.
func (b *background) end(which string) lang.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	tasks := b.tasks.List()
	if len(tasks) == 0 || b.send == nil {
		return b.noTasks()
	}
	if which != "all" {
		n, err := strconv.Atoi(which)
		if err != nil || n < 1 || n > len(tasks) {
			return lang.M("/tasks end needs a number from the list of /tasks, or all")
		}
		tasks = tasks[n-1 : n]
	}
	for _, task := range tasks {
		id := uuid.NewString()
		b.ending[id] = taskName(task)
		b.send(streamjson.StopTask(id, task.TaskID))
	}
	return lang.Message{}
}

func taskName(one streamjson.Task) string {
	return wording.TaskName(one.TaskID, one.TaskType, one.Description, one.Command)
}
