package sandbox

import "testing"

// TestSeatbeltProfile: for a directory and its entries the longer path decides, and no path can end or begin a rule.
func TestSeatbeltProfile(t *testing.T) {
	f := fence{
		Scratch: `/private/tmp/ccc "x"`, Config: `/private/tmp/c\d`,
		Hidden:   []string{"/Users/a", `/Users/a/project/")(allow file-read*)`},
		ReadOnly: []string{"/Users/a/.claude/settings.json"},
	}
	want := `(version 1)
(allow default)
(deny file-write*)
(allow file-write* (subpath "/private/tmp/ccc \"x\"") (subpath "/private/tmp/c\\d/.claude.json") ` +
		`(subpath "/private/tmp/c\\d/debug") ` +
		`(subpath "/private/tmp/c\\d/session-env") (subpath "/private/tmp/c\\d/sessions") ` +
		`(subpath "/private/tmp/c\\d/shell-snapshots") (subpath "/private/tmp/c\\d/todos") ` +
		`(literal "/dev/null") (literal "/dev/zero"))
(deny file-read*)
(allow file-read-metadata)
(allow file-read* (literal "/"))
(allow file-read* (subpath "/usr"))
(deny file-read* (subpath "/Users/a"))
(allow file-read* (subpath "/Users/a/project"))
(deny file-read* (subpath "/Users/a/project/\")(allow file-read*)"))
(deny file-read* (regex #"^/dev/r?disk"))
(allow file-read* (subpath "/private/tmp/ccc \"x\"") (subpath "/private/tmp/c\\d") ` +
		`(subpath "/Users/a/.claude/settings.json"))
(deny network-outbound (remote unix-socket))
(allow network-outbound (remote unix-socket (path-literal "/private/var/run/mDNSResponder")) ` +
		`(remote unix-socket (subpath "/private/tmp/ccc \"x\"")))
(deny mach-lookup)
(allow mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.SystemConfiguration.configd") ` +
		`(global-name "com.apple.bsd.dirhelper") (global-name "com.apple.dnssd.service") ` +
		`(global-name "com.apple.logd") ` +
		`(global-name "com.apple.securityd.xpc") (global-name "com.apple.system.logger") ` +
		`(global-name "com.apple.system.notification_center") ` +
		`(global-name "com.apple.system.opendirectoryd.libinfo") ` +
		`(global-name "com.apple.system.opendirectoryd.membership") (global-name "com.apple.trustd") ` +
		`(global-name "com.apple.trustd.agent"))
(deny signal)
(allow signal (target same-sandbox))
(deny process-info*)
(allow process-info* (target same-sandbox))
(deny mach-priv-task-port)
(allow mach-priv-task-port (target same-sandbox))
(deny appleevent-send)
(deny job-creation)
`
	if got := f.profile([]string{"/Users/a/project", "/usr"}); got != want {
		t.Errorf("the profile is\n%s\nwant\n%s", got, want)
	}
}
