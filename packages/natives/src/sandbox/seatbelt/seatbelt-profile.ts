import type { BoxPolicy } from "../box-policy.ts";

/**
 * The profile for sandbox-exec that holds a policy. Later rules win. Paths have no links: macOS compares what they lead to, and
 * `/tmp` is `/private/tmp`.
 */
export function seatbeltProfile(policy: BoxPolicy): string {
	const { writable, visible, readOnly, hidden, sockets, temporaryFolder, network } = policy;
	const lines = [
		"(version 1)",
		"(allow default)",
		"(deny file-write*)",
		...block("allow file-write*", [...writable, ...visible, temporaryFolder].map(subpath)),
		...block(
			"allow file-write*",
			writableDevices.map((path) => `(literal ${quote(path)})`),
		),
		`(allow file-write* file-ioctl (regex #"^/dev/(ttys[0-9]+|ptmx)$"))`,
		...block("deny file-write*", readOnly.map(subpath)),
		// Else a protected name could be reached by renaming a folder above it.
		...block("deny file-write-unlink", readOnly.flatMap((path) => foldersAbove(path, writable)).map(literal)),
		...block("deny file-read* file-write*", hidden.map(subpath)),
		...block("allow file-read* file-write*", visible.filter((path) => isWithinAny(path, hidden)).map(subpath)),
		"(deny process-info* (target others))",
		"(allow process-info* (target same-sandbox))",
		"(deny signal (target others))",
		"(allow signal (target same-sandbox))",
		"(deny mach-priv-task-port (target others))",
		"(deny appleevent-send)",
		...block(
			"deny mach-lookup",
			refusedServices.map((name) => `(global-name ${quote(name)})`),
		),
		"(deny nvram*)",
		"(deny system-privilege)",
		...networkRules(network),
		"(deny network-outbound (remote unix-socket))",
		...block(
			"allow network-outbound",
			[...sockets, ...writable, temporaryFolder, ...neededSockets].map(
				(path) => `(remote unix-socket ${subpath(path)})`,
			),
		),
		...block(
			"allow network-bind",
			[...writable, temporaryFolder].map((path) => `(local unix-socket ${subpath(path)})`),
		),
	];
	return `${lines.join("\n")}\n`;
}

function networkRules(network: BoxPolicy["network"]): string[] {
	if (network.kind === "on") return [];
	// All boxes share the loopback of the machine: servers there can be started, and only those of the ports that are given reached.
	const rules = ["(deny network*)", `(allow network-bind network-inbound (local ip "localhost:*"))`];
	return network.kind === "proxy"
		? [...rules, `(allow network-outbound (remote ip "localhost:${network.port}"))`]
		: rules;
}

function block(rule: string, filters: readonly string[]): string[] {
	return filters.length === 0 ? [] : [`(${rule}`, ...[...new Set(filters)].map((filter) => `  ${filter}`), ")"];
}

const subpath = (path: string) => (path === "/" ? `(subpath "/")` : `(subpath ${quote(path)})`);
const literal = (path: string) => `(literal ${quote(path)})`;

function quote(text: string): string {
	if (/[\0\n\r]/.test(text)) throw new Error(`A path of the sandbox has a control character: ${JSON.stringify(text)}`);
	return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function foldersAbove(path: string, roots: readonly string[]): string[] {
	const parts = path.split("/");
	const folders = parts.slice(2).map((_, index) => parts.slice(0, index + 2).join("/"));
	return folders.filter((folder) => roots.some((root) => folder.startsWith(`${root}/`)));
}

function isWithinAny(path: string, folders: readonly string[]): boolean {
	return folders.some((folder) => path.startsWith(`${folder}/`));
}

const writableDevices = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper", "/dev/stdout", "/dev/stderr"];

/** Open URLs and programs outside, keys, and the clipboard. */
const refusedServices = [
	"com.apple.coreservices.launchservicesd",
	"com.apple.lsd.open",
	"com.apple.pasteboard.1",
	"com.apple.SecurityServer",
	"com.apple.securityd",
	"com.apple.securityd.xpc",
	"com.apple.tccd",
] as const;

/** Name lookups. What they ask for leaves the machine only where the network is on. */
const neededSockets = ["/private/var/run/mDNSResponder"];
