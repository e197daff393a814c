import { expect, test } from "bun:test";
import type { BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { findRefusals } from "./refusals.ts";

const policy: BoxPolicy = {
	writable: ["/project"],
	readOnly: ["/project/.git/config", "/project/.env"],
	hidden: ["/home/anna/.ssh"],
	temporaryFolder: "/tmp/box",
	visible: [],
	sockets: [],
	network: { kind: "proxy", port: 41080, socket: "/s" },
	env: {},
};
const inOutput = (output: string) => findRefusals(output, policy, "/project");

test("refusals: what programs say about files outside the workspace is recognized", () => {
	const outputs = [
		"touch: cannot touch '/opt/x': Read-only file system",
		"bash: /etc/motd: Permission denied",
		"Error: EACCES: permission denied, open '/usr/lib/x.js'",
		"PermissionError: [Errno 13] Permission denied: '/srv/data'",
		"mkdir: cannot create directory ‘/var/lib/app’: Read-only file system",
		"error: could not lock config file .git/config: Device or resource busy",
		"bash: .env: Read-only file system",
	];
	expect(outputs.map((output) => inOutput(output)[0])).toEqual([
		{ kind: "write", path: "/opt/x" },
		{ kind: "write", path: "/etc/motd" },
		{ kind: "write", path: "/usr/lib/x.js" },
		{ kind: "write", path: "/srv/data" },
		{ kind: "write", path: "/var/lib/app" },
		{ kind: "write", path: "/project/.git/config" },
		{ kind: "write", path: "/project/.env" },
	]);
});

test("refusals: keys, the network and sockets are named, and other failures are not", () => {
	expect(inOutput("cat: /home/anna/.ssh/id_rsa: Permission denied")).toEqual([
		{ kind: "read", path: "/home/anna/.ssh/id_rsa" },
	]);
	expect(inOutput("curl: (6) Could not resolve host: example.com")).toEqual([{ kind: "network" }]);
	expect(inOutput("Cannot connect to the Docker daemon at unix:///var/run/docker.sock.")).toEqual([{ kind: "socket" }]);
	expect(inOutput("bash: ./run.sh: Permission denied")).toEqual([]);
	expect(inOutput("error TS2304: Cannot find name 'foo'.\nsrc/index.ts:1:1")).toEqual([]);
});
