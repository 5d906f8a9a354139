package claims

// Bounds of what is compared and told.
const (
	maxRecent  = 300 // runs and changes that are compared with each other
	maxCounts  = 20  // numbers that are read of a text; one that has more is no summary
	maxCommand = 200 // bytes of a command in a verdict
)
