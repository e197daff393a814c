import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import { hasSelector, splitSelector } from "@oh-my-pi/pi-tools/paths/selector";

export interface ReadTarget {
	readonly path: string;
	/** Which part of the file, as it was asked for; empty for all of it. */
	readonly part: string;
}

/** What a call of `read` looks at; `undefined` for other tools and for what is no file. */
export function readTarget(call: ToolCall): ReadTarget | undefined {
	const target = call.name === "read" ? call.arguments.path : undefined;
	if (typeof target !== "string" || target === "" || isUrl(target)) return undefined;
	const { path, selector } = splitSelector(target);
	return { path, part: hasSelector(selector) ? target.slice(path.length) : "" };
}

/** The files that a call of `write` or `edit` changes, whichever way the edit is written. */
export function modifiedFiles(call: ToolCall): string[] {
	if (call.name !== "write" && call.name !== "edit") return [];
	const { path, input } = call.arguments;
	const named = typeof path === "string" ? [splitSelector(path).path] : [];
	const listed = typeof input === "string" ? Array.from(input.matchAll(sectionHeader), sectionPath) : [];
	return [...new Set([...named, ...listed])].filter((file) => file !== "" && !isUrl(file));
}

/** `[path#TAG]` of a hashline edit, or the file line of a patch. */
const sectionHeader = /^(?:\[(.+?)\s*#[0-9a-fA-F]{4}\]|\*\*\* (?:Update|Add|Delete) File: (.+))\s*$/gm;

function sectionPath(match: RegExpMatchArray): string {
	return (match[1] ?? match[2] ?? "").trim();
}

function isUrl(target: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(target);
}
