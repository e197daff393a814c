import type { BoxSupport } from "@oh-my-pi/pi-natives/sandbox/box-policy";

export interface DescribedBox {
	readonly mode: "read" | "workspace";
	readonly support: Pick<BoxSupport, "mechanism" | "possible">;
	/** The workspace is the home folder, or holds it. */
	readonly isTooWide: boolean;
	readonly hasCaches: boolean;
	/** More folders that may be written. */
	readonly folders: readonly string[];
	readonly network: "off" | "hosts" | "on";
	/** Hosts that are reached unasked. */
	readonly hosts: readonly string[];
	/** Commands that may leave unasked. */
	readonly leaving: readonly string[];
	/** Somebody is there to be asked. */
	readonly mayAsk: boolean;
	/** `write` changes protected files: somebody can be asked, or nobody need be. */
	readonly mayWriteProtected: boolean;
}

/** The model pays for it in each session. With the tags around it at most 400 bytes. */
const maxBytes = 400 - "<sandbox>\n\n</sandbox>".length;

/** What the model is told of the box. Names in it are shortened until all fits. */
export function describeBox(box: DescribedBox): string {
	for (let listed = 3; ; listed--) {
		const text = [filesLine(box, listed), networkLine(box, listed), leavingLine(box, listed)].join("\n");
		if (Buffer.byteLength(text) <= maxBytes || listed === 0) return text;
	}
}

function filesLine({ mode, support, isTooWide, hasCaches, folders, ...box }: DescribedBox, listed: number): string {
	const temporary = support.possible.includes("mounts") ? "a private /tmp" : "$TMPDIR";
	if (mode === "read") return `Commands run in a sandbox and write only to ${temporary}.`;
	const more = [
		...(isTooWide ? [] : ["the working directory"]),
		...(folders.length > 0 ? [list(folders, listed, "more folders")] : []),
		temporary,
		...(hasCaches ? ["package caches"] : []),
	];
	const places = more.length === 1 ? more.join() : `${more.slice(0, -1).join(", ")} and ${more.at(-1)}`;
	const held = `not .git/config, hooks, .env, CI or editor settings${box.mayWriteProtected && listed > 0 ? " (use `write`)" : ""}`;
	return `Commands run in a sandbox and write to ${places}${isTooWide ? "" : `, ${held}`}.`;
}

function networkLine({ network, hosts, support, mayAsk }: DescribedBox, listed: number): string {
	if (network === "on") return "Network and localhost: as on this machine.";
	const reached = [
		...(network === "hosts" ? ["registries"] : []),
		...(hosts.length > 0 ? [list(hosts, listed, "listed hosts")] : []),
	].join(", ");
	const asked = reached === "" ? "asks the user per host" : `${reached}; others are asked about`;
	const web = mayAsk ? asked : reached === "" ? "none" : `only ${reached}`;
	const localhost = support.possible.includes("network") ? "only servers you start" : "not reached";
	return `Network: ${web}. Localhost: ${localhost}.`;
}

function leavingLine({ mayAsk, leaving }: DescribedBox, listed: number): string {
	const refused = '"Read-only file system" or "Connection refused" may be the sandbox';
	if (mayAsk) return `${refused}; \`outside\` asks the user to leave it.`;
	if (leaving.length === 0) return `${refused}; nobody can be asked: do without and say so.`;
	return `${refused}; \`outside\` works for ${list(leaving, listed, "listed commands")}, nobody can be asked about others.`;
}

function list(names: readonly string[], listed: number, words: string): string {
	if (listed === 0) return words;
	const shown = names.slice(0, listed).map((name) => name.replace(/[\p{C}<>\n]/gu, ""));
	return `${shown.join(", ")}${names.length > listed ? ", …" : ""}`;
}
