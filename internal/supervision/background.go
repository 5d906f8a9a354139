package supervision

import (
	"strconv"
	"strings"
	"sync"

	"github.com/google/uuid"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/streamjson"
)

// background is what the agent has left running in the background, and how it is ended.
type background struct {
	mu     sync.Mutex
	tasks  streamjson.Tasks
	tells  bool // this claude tells of such tasks; 2.1.5 does not
	send   func([]byte)
	ending map[string]string // id of a request to the name of the task that it ends
}

// connectAgent forgets the tasks of the agent's process before.
func (b *background) connectAgent(send func([]byte)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tasks, b.send, b.ending = streamjson.Tasks{}, send, make(map[string]string)
}

// follow reads an event of the agent. It returns what the user is to be told, empty for nothing.
func (b *background) follow(e streamjson.Event) (said lang.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.Type == streamjson.TypeSystem && b.tasks.Add(e) {
		return said
	}
	if init, err := e.Init(); err == nil {
		b.tells = claude.AtLeast(init.Version, claude.Middle)
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

// list tells what runs, for /tasks.
func (b *background) list() lang.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	tasks := b.tasks.List()
	if len(tasks) == 0 {
		return b.none()
	}
	said := lang.M("in the background (/tasks end N ends one):")
	for i, task := range tasks {
		said = lang.M("%s\n%d  %s", said, i+1, taskName(task))
	}
	return said
}

// none says that no task is known.
func (b *background) none() lang.Message {
	if !b.tells && b.send != nil {
		return lang.M("this claude does not tell what runs in the background: ask the agent")
	}
	return lang.M("nothing runs in the background")
}

// end ends the task of that number, or all.
func (b *background) end(which string) lang.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	tasks := b.tasks.List()
	if len(tasks) == 0 || b.send == nil {
		return b.none()
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

// taskName is what the user reads of a task: what it is said to do, and what it is.
func taskName(task streamjson.Task) string {
	name := text.OneLine(task.Description)
	if name == "" {
		name = task.TaskID
	}
	return text.Clip(name, maxTaskName) + " (" + strings.TrimPrefix(text.OneLine(task.TaskType), "local_") + ")"
}

// maxTaskName is how wide the name of a task may be.
const maxTaskName = 100
