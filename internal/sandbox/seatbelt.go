package sandbox

import (
	"path/filepath"
	"strings"
)

// services are those of macOS that the one inside may ask: names, certificates, the login in the keychain. None of them
// starts a program, writes a file or controls another program for it.
var services = []string{
	"com.apple.SecurityServer", "com.apple.SystemConfiguration.configd", "com.apple.bsd.dirhelper",
	"com.apple.dnssd.service", "com.apple.logd", "com.apple.securityd.xpc", "com.apple.system.logger",
	"com.apple.system.notification_center", "com.apple.system.opendirectoryd.libinfo",
	"com.apple.system.opendirectoryd.membership", "com.apple.trustd", "com.apple.trustd.agent",
}

// profile is a fence as sandbox-exec of macOS has it. Of the rules for the same operation the last one counts.
func (f fence) profile() string {
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
	writable := []string{f.Scratch}
	for _, name := range claudeWritable {
		writable = append(writable, filepath.Join(f.Config, name))
	}
	b.WriteString("(version 1)\n(allow default)\n")
	rule("deny", "file-write*")
	rule("allow", "file-write*", append(below(writable...), each("literal", "/dev/null", "/dev/zero")...)...)
	rule("deny", "file-read*", `(regex #"^/dev/r?disk")`)
	if len(f.Hidden) > 0 {
		rule("deny", "file-read*", below(f.Hidden...)...)
	}
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

// quote is a text as a profile has it.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
