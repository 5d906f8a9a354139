package ledger

import "testing"

// TestM08Notification: the agent's description of a background task is not taken for its exit status.
func TestM08Notification(t *testing.T) {
	for summary, want := range map[string]string{
		`Background command "echo exit code 0; go test" failed with exit code 1`: "exit code 1",
		`Background command "exit code 2 is handled" completed (exit code 0)`:    "exit code 0",
		`Background command completed (exit code 0)`:                             "exit code 0",
	} {
		m := taskExit.Get().FindString(taskEnd("<task-notification>\n<summary>" + summary + "</summary>"))
		if m != want {
			t.Errorf("%s: %s", summary, m)
		}
	}
}
