package lang

// recordWords are of the hook's recordings, and of notifications.
var recordWords = [][2]string{
	{"this recording is of Claude Code's own screen, and does not hold what its claude printed: " +
		"it can be replayed, not played",
		"这份录制来自 Claude Code 自己的界面，不包含其 claude 的输出：只能用 ccc replay 重放，不能用 ccc play 演出"},
	{"run notify_command: %w", "运行 notify_command: %w"},
	{"the Notification hook; claude calls it", "Notification hook；由 claude 调用"},
	{"notify_command has failed: %s tells why", "notify_command 失败了：原因见 %s"},
}
