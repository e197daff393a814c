import { resolve } from "node:path";
import type { BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";

/** What the box refused, as far as the output of a program tells. */
export type Refusal =
	| { readonly kind: "write"; readonly path: string }
	| { readonly kind: "read"; readonly path: string }
	| { readonly kind: "write-somewhere" }
	| { readonly kind: "host"; readonly host: string; readonly reason: string }
	| { readonly kind: "network" }
	| { readonly kind: "socket" };

const denied =
	/EACCES|EPERM|EROFS|EBUSY|permission denied|operation not permitted|read-only file system|device or resource busy/i;
const readOnlySystem = /EROFS|read-only file system/i;
const noNetwork =
	/could not resolve host|temporary failure in name resolution|name or service not known|network is unreachable|getaddrinfo (?:EAI_AGAIN|ENOTFOUND)|no such host/i;
const noSocket =
	/docker daemon|docker\.sock|could not open a connection to your authentication agent|cannot open display/i;
const maxScanned = 64 * 1024;

/** Looks for what the box refused in the output of a command that has failed. */
export function findRefusals(output: string, policy: BoxPolicy, cwd: string): readonly Refusal[] {
	const lines = output.slice(-maxScanned).split("\n");
	const files = lines.filter((line) => denied.test(line)).flatMap((line) => refusedIn(line, policy, cwd) ?? []);
	const isOffline = policy.network.kind !== "on" && lines.some((line) => noNetwork.test(line));
	const lacksSocket = lines.some((line) => noSocket.test(line));
	return distinct([
		...files,
		...(isOffline ? [{ kind: "network" } as const] : []),
		...(lacksSocket ? [{ kind: "socket" } as const] : []),
	]);
}

/** One line for the model. */
export function describeRefusal(refusal: Refusal): string {
	switch (refusal.kind) {
		case "write":
			return `The sandbox refused writing to ${refusal.path}`;
		case "read":
			return `The sandbox refused reading ${refusal.path}`;
		case "write-somewhere":
			return "The sandbox refused writing outside the workspace";
		case "host":
			return `The sandbox refused connecting to ${refusal.host}: ${refusal.reason}`;
		case "network":
			return "The sandbox has no direct network: only HTTP and HTTPS through its proxy (HTTP_PROXY, HTTPS_PROXY)";
		case "socket":
			return "The sandbox hides the sockets of this machine (Docker, SSH agent, display); sandbox.sockets allows them by name";
	}
}

/** What the model can do about refusals. Where nobody can be asked, it can only tell the user what is missing. */
export function leaveHint(refusals: readonly Refusal[], { mayAsk }: { readonly mayAsk: boolean }): string {
	if (mayAsk)
		return 'If it must be, call bash again with "outside": "<why>"; the user is then asked to run it outside the sandbox. Do not retry it unchanged.';
	const needs = [...new Set(refusals.flatMap(settingFor))].slice(0, maxNeeds);
	const named = needs.length > 0 ? ` (${needs.join("; ")})` : "";
	return `Nobody can be asked in this run: do without it, finish the rest, and tell the user in your answer what this step needs${named}. Do not retry it.`;
}

const maxNeeds = 3;

/** The user's setting that would allow it. */
function settingFor(refusal: Refusal): readonly string[] {
	switch (refusal.kind) {
		case "write":
			return [`sandbox.writable: [${refusal.path}]`];
		case "read":
			return [`sandbox.readable: [${refusal.path}]`];
		// The reason for a host already names it.
		default:
			return [];
	}
}

function refusedIn(line: string, policy: BoxPolicy, cwd: string): Refusal | undefined {
	for (const word of pathsIn(line)) {
		const path = resolve(cwd, word);
		if (policy.hidden.some((hidden) => isInFolder(path, hidden))) return { kind: "read", path };
		if (!isWritable(path, policy)) return { kind: "write", path };
	}
	return readOnlySystem.test(line) ? { kind: "write-somewhere" } : undefined;
}

/** Whether programs in the box may write there. */
export function isWritable(path: string, { writable, readOnly, visible, readable = [] }: BoxPolicy): boolean {
	if (readOnly.some((held) => isInFolder(path, held))) return false;
	if ([...writable, ...visible].some((folder) => isInFolder(path, folder))) return true;
	if (readable.some((folder) => isInFolder(path, folder))) return false;
	return ["/tmp", "/var/tmp", "/dev"].some((folder) => isInFolder(path, folder));
}

/** What looks like a path: quoted words, and words with a slash or of a hidden file. */
function pathsIn(line: string): readonly string[] {
	// A shell names itself and its line first: `/usr/bin/bash: line 1: .env: …`.
	const text = line.replace(/^\S*sh: (?:line )?\d+: /, "").replace(/^\S*sh: /, "");
	const quoted = [...text.matchAll(/['"‘`]([^'"’`]{1,400})['"’`]/g)].map(([, text = ""]) => text);
	const bare = [...text.matchAll(/(?:^|[\s(:=])((?:~|\.{0,2})?\/?[\w.@+-]*[/.][\w./@+-]*[\w@+-])/g)].map(
		([, text = ""]) => text,
	);
	return [...quoted, ...bare].filter(
		(text) => /^(?:~|\.{0,2}\/|\.?\w)/.test(text) && /[/.]/.test(text) && !text.includes("://"),
	);
}

function distinct(refusals: readonly Refusal[]): readonly Refusal[] {
	return [...new Map(refusals.map((refusal) => [JSON.stringify(refusal), refusal])).values()];
}
