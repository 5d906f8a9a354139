package sandbox

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
)

// services are the macOS services that the program may use: for names, for certificates, and for the login in the
// keychain. None of them starts a program, writes a file or controls another program for it.
var services = []string{
	"com.apple.SecurityServer", "com.apple.SystemConfiguration.configd", "com.apple.bsd.dirhelper",
	"com.apple.dnssd.service", "com.apple.logd", "com.apple.securityd.xpc", "com.apple.system.logger",
	"com.apple.system.notification_center", "com.apple.system.opendirectoryd.libinfo",
	"com.apple.system.opendirectoryd.membership", "com.apple.trustd", "com.apple.trustd.agent",
}

// profile returns the fence in the language of macOS's sandbox-exec. If several rules apply to an operation, the last
// one decides. readable are the readable directories and files.
func (f fence) profile(readable []string) string {
	var b strings.Builder
	rule := func(effect, operation string, filters ...string) {
		b.WriteString("(" + strings.Join(append([]string{effect, operation}, filters...), " ") + ")\n")
	}
	below := func(paths ...string) (filters []string) {
		for _, path := range paths {
			filters = append(filters, "(subpath "+quote(path)+")")
		}
		return filters
	}
	each := func(name string, values ...string) (filters []string) {
		for _, value := range values {
			filters = append(filters, "("+name+" "+quote(value)+")")
		}
		return filters
	}
	writable := []string{f.Scratch, f.state()}
	for _, name := range claudeWritable {
		writable = append(writable, filepath.Join(f.Config, name))
	}
	b.WriteString("(version 1)\n(allow default)\n")
	rule("deny", "file-write*")
	rule("allow", "file-write*", append(below(writable...), each("literal", "/dev/null", "/dev/zero")...)...)
	rule("deny", "file-read*")
	rule("allow", "file-read-metadata") // file names are not secret
	rule("allow", "file-read*", each("literal", "/")...)
	for _, path := range sortedByDepth(append(readable, f.Hidden...)) {
		effect := "allow"
		if slices.Contains(f.Hidden, path) {
			effect = "deny"
		}
		rule(effect, "file-read*", below(path)...)
	}
	rule("deny", "file-read*", `(regex #"^/dev/r?disk")`)
	rule("allow", "file-read*", below(append([]string{f.Scratch, f.Config}, f.ReadOnly...)...)...)
	rule("deny", "network-outbound", "(remote unix-socket)")
	rule("allow", "network-outbound", `(remote unix-socket (path-literal "/private/var/run/mDNSResponder"))`,
		"(remote unix-socket "+below(f.Scratch)[0]+")")
	rule("deny", "mach-lookup")
	rule("allow", "mach-lookup", each("global-name", services...)...)
	for _, operation := range []string{"signal", "process-info*", "mach-priv-task-port"} {
		rule("deny", operation)
		rule("allow", operation, "(target same-sandbox)")
	}
	rule("deny", "appleevent-send")
	rule("deny", "job-creation")
	return b.String()
}

// sortedByDepth sorts paths so that a directory comes before its entries.
func sortedByDepth(paths []string) []string {
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), cmp.Compare(a, b))
	})
	return paths
}

// quote returns a string literal of the profile's language.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
