import { contentLines } from "@oh-my-pi/pi-tools/files/mutate/text/content-lines";
import { diffLines, type LineChange } from "@oh-my-pi/pi-tools/files/mutate/text/line-diff";
import type { ContentRef, NodeState } from "../contract/node-state.ts";
import type { FileChange } from "../contract/undo-engine.ts";
import { name } from "./outcome-text.ts";

interface ContentSource {
	content(ref: ContentRef): Promise<Uint8Array | undefined>;
}

const maxFiles = 200;
const maxBytes = 400_000;
const contextLines = 3;

/** A unified diff of what changed, as far as it is text. */
export async function diffText(changes: readonly FileChange[], source: ContentSource, cwd: string): Promise<string> {
	const parts: string[] = [];
	let bytes = 0;
	for (const [index, change] of changes.entries()) {
		if (index >= maxFiles || bytes > maxBytes) {
			parts.push(`… and ${changes.length - index} more files`);
			break;
		}
		const text = await fileDiff(change, source, name(change.path, cwd));
		bytes += text.length;
		parts.push(text);
	}
	return parts.join("\n");
}

async function fileDiff({ before, after }: FileChange, source: ContentSource, path: string): Promise<string> {
	const head = [
		`--- ${before.kind === "absent" ? "/dev/null" : `a/${path}`}`,
		`+++ ${after.kind === "absent" ? "/dev/null" : `b/${path}`}`,
	];
	const facts = stateFacts(before, after);
	const [old, now] = [await readText(before, source), await readText(after, source)];
	if (old === undefined || now === undefined) return [...head, ...facts, "(not text, or not kept)"].join("\n");
	return [...head, ...facts, ...hunks(contentLines(old).lines, contentLines(now).lines)].join("\n");
}

function stateFacts(before: NodeState, after: NodeState): string[] {
	const [a, b] = [describe(before), describe(after)];
	return a === b ? [] : [`(${a} → ${b})`];
}

function describe(state: NodeState): string {
	switch (state.kind) {
		case "link":
			return `link to ${Buffer.from(state.target, "latin1").toString()}`;
		case "file":
		case "folder":
			return `${state.kind} ${state.mode.toString(8)}`;
		default:
			return state.kind;
	}
}

/** Empty for what has no content; `undefined` for what is not text. */
async function readText(state: NodeState, source: ContentSource): Promise<string | undefined> {
	if (state.kind !== "file") return "";
	const bytes = state.content && (await source.content(state.content));
	if (!bytes || bytes.includes(0)) return undefined;
	return new TextDecoder().decode(bytes);
}

function hunks(before: readonly string[], after: readonly string[]): string[] {
	const rows: string[] = [];
	for (const group of grouped(diffLines(before, after))) {
		const [first, last] = [group[0], group.at(-1)];
		if (!first || !last) continue;
		const start = Math.max(0, first.oldStart - contextLines);
		const newFrom = Math.max(0, first.newStart - contextLines);
		const oldEnd = Math.min(before.length, last.oldEnd + contextLines);
		const newEnd = Math.min(after.length, last.newEnd + contextLines);
		rows.push(`@@ -${range(start, oldEnd)} +${range(newFrom, newEnd)} @@`);
		let at = start;
		for (const { oldStart, oldEnd: end, newStart, newEnd: newStop } of group) {
			for (; at < oldStart; at++) rows.push(` ${before[at]}`);
			for (; at < end; at++) rows.push(`-${before[at]}`);
			for (let line = newStart; line < newStop; line++) rows.push(`+${after[line]}`);
		}
		for (; at < oldEnd; at++) rows.push(` ${before[at]}`);
	}
	return rows;
}

function range(start: number, end: number): string {
	const count = end - start;
	return `${count === 0 ? start : start + 1},${count}`;
}

/** Changes whose context touches share a hunk. */
function grouped(changes: readonly LineChange[]): LineChange[][] {
	const groups: LineChange[][] = [];
	for (const change of changes) {
		const last = groups.at(-1)?.at(-1);
		if (last && change.oldStart - last.oldEnd <= 2 * contextLines) groups.at(-1)?.push(change);
		else groups.push([change]);
	}
	return groups;
}
