package rubric

// Tools are all the tools that a reviewer may ever have, by name: it reads and searches files, and runs commands if a
// sandbox limits what they can do. Every other tool of Claude Code, or of an MCP server, could change something.
var Tools = []string{"Read", "Grep", "Glob", "Bash"}
