import { expect, test } from "bun:test";
import type { BoxPolicy } from "../box-policy.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

const policy: BoxPolicy = {
	writable: ["/Users/a/project"],
	readOnly: ["/Users/a/project/.git/hooks"],
	hidden: ["/Users/a/.ssh"],
	temporaryFolder: "/private/tmp/box",
	visible: [],
	sockets: ["/private/var/run/docker.sock"],
	network: { kind: "proxy", port: 41080, socket: "/private/tmp/proxy" },
	env: {},
};

test("seatbelt: a profile allows what the policy grants, and later rules take back what it protects", () => {
	expect(seatbeltProfile(policy)).toMatchInlineSnapshot(`
	  "(version 1)
	  (allow default)
	  (deny file-write*)
	  (allow file-write*
	    (subpath "/Users/a/project")
	    (subpath "/private/tmp/box")
	  )
	  (allow file-write*
	    (literal "/dev/null")
	    (literal "/dev/zero")
	    (literal "/dev/tty")
	    (literal "/dev/dtracehelper")
	    (literal "/dev/stdout")
	    (literal "/dev/stderr")
	  )
	  (allow file-write* file-ioctl (regex #"^/dev/(ttys[0-9]+|ptmx)$"))
	  (deny file-write*
	    (subpath "/Users/a/project/.git/hooks")
	  )
	  (deny file-write-unlink
	    (literal "/Users/a/project/.git")
	  )
	  (deny file-read* file-write*
	    (subpath "/Users/a/.ssh")
	  )
	  (deny process-info* (target others))
	  (allow process-info* (target same-sandbox))
	  (deny signal (target others))
	  (allow signal (target same-sandbox))
	  (deny mach-priv-task-port (target others))
	  (deny appleevent-send)
	  (deny mach-lookup
	    (global-name "com.apple.coreservices.launchservicesd")
	    (global-name "com.apple.lsd.open")
	    (global-name "com.apple.pasteboard.1")
	    (global-name "com.apple.SecurityServer")
	    (global-name "com.apple.securityd")
	    (global-name "com.apple.securityd.xpc")
	    (global-name "com.apple.tccd")
	  )
	  (deny nvram*)
	  (deny system-privilege)
	  (deny network*)
	  (allow network-bind network-inbound (local ip "localhost:*"))
	  (allow network-outbound (remote ip "localhost:41080"))
	  (deny network-outbound (remote unix-socket))
	  (allow network-outbound
	    (remote unix-socket (subpath "/private/var/run/docker.sock"))
	    (remote unix-socket (subpath "/Users/a/project"))
	    (remote unix-socket (subpath "/private/tmp/box"))
	    (remote unix-socket (subpath "/private/var/run/mDNSResponder"))
	  )
	  (allow network-bind
	    (local unix-socket (subpath "/Users/a/project"))
	    (local unix-socket (subpath "/private/tmp/box"))
	  )
	  "
	`);
});

test("seatbelt: with the network on, only sockets of the machine are refused", () => {
	const profile = seatbeltProfile({ ...policy, network: { kind: "on" } });
	expect(profile).not.toContain("(deny network*)");
	expect(profile).toContain("(deny network-outbound (remote unix-socket))");
});

test("seatbelt: a path cannot end its text", () => {
	expect(seatbeltProfile({ ...policy, writable: ['/a"b\\c'] })).toContain('(subpath "/a\\"b\\\\c")');
	expect(() => seatbeltProfile({ ...policy, writable: ["/a\nb"] })).toThrow("control character");
});
