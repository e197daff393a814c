import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Conflicts, KnownConflict } from "../files/conflicts/conflict-index.ts";
import { type ConflictSide, parseConflictUrl, sideLines } from "../files/conflicts/conflict-url.ts";
import { type ConflictBlock, scanConflicts } from "../files/conflicts/scan-conflicts.ts";
import type { CallRef } from "../files/mutate/commit-journaled.ts";
import { makeChanges } from "../files/mutate/make-changes.ts";
import { openTarget, resolveTarget } from "../files/mutate/target.ts";
import { contentLines, joinContent } from "../files/mutate/text/content-lines.ts";
import { anchorHeader } from "../files/snapshots/display-mode.ts";
import type { WriteDetails } from "./contract/details.ts";
import type { WritePorts } from "./contract/write-ports.ts";

/** Decides one conflict, or with `*` all of them. */
export async function writeConflict(
	url: string,
	content: string,
	conflicts: Conflicts,
	ports: WritePorts,
	call: CallRef,
): Promise<ToolOutput<WriteDetails>> {
	const { id, side } = parseConflictUrl(url);
	if (side)
		throw new ToolError(`'${url}' is read-only. Write to conflict://${id}; a line \`@${side}\` stands for that side.`);
	if (id === "*") return resolveAll(content, conflicts, ports, call);
	const conflict = conflicts.find(id);
	if (!conflict) throw unknown(id);
	const done = await resolveInFile(conflict.path, [{ conflict, content }], ports, call);
	const lines = [...(done.header ? [done.header] : []), `Resolved ${done.rows[0]}.`];
	return { content: lines.join("\n"), details: { resolvedPath: conflict.path } };
}

interface Decision {
	readonly conflict: KnownConflict;
	readonly content: string;
}

/** Every file for itself: what goes wrong in one does not hold up the others. */
async function resolveAll(
	content: string,
	conflicts: Conflicts,
	ports: WritePorts,
	call: CallRef,
): Promise<ToolOutput<WriteDetails>> {
	const decisions = Map.groupBy(await decisionsFor(content, conflicts, ports), ({ conflict }) => conflict.path);
	const done: ResolvedFile[] = [];
	const failed: string[] = [];
	for (const [path, ofFile] of decisions) {
		try {
			done.push(await resolveInFile(path, ofFile, ports, call));
		} catch (error) {
			failed.push(errorMessage(error));
		}
	}
	if (done.length === 0)
		throw new ToolError(failed.join("\n") || "There is no conflict to resolve. Read <path>:conflicts first.");
	const rows = done.flatMap((file) => file.rows);
	const headers = done.flatMap(({ header }) => (header ? [header] : []));
	const text = [
		`Resolved ${count(rows.length, "conflict")} across ${count(done.length, "file")}:`,
		...rows.map((row) => `- ${row}`),
		...(headers.length > 0 ? ["Snapshots:", ...headers] : []),
		...(failed.length > 0 ? ["Failed:", ...failed.map((reason) => `- ${reason}`)] : []),
	];
	return { content: text.join("\n"), ...(failed.length > 0 && { isError: true }) };
}

const perConflict = /^(\d+): ?(.*)$/;

/** The same for all that still stand, or a line for each: `1: @ours`. */
async function decisionsFor(content: string, conflicts: Conflicts, ports: WritePorts): Promise<Decision[]> {
	const lines = content.split("\n").filter((line) => line.trim() !== "");
	if (lines.length > 0 && lines.every((line) => perConflict.test(line))) {
		const decided = new Set<number>();
		return lines.map((line) => {
			const [, number, text = ""] = perConflict.exec(line) ?? [];
			const id = Number(number);
			const conflict = conflicts.find(id);
			if (!conflict) throw unknown(id);
			if (decided.has(id)) throw new ToolError(`Conflict #${id} is decided twice; give one line for each.`);
			decided.add(id);
			return { conflict, content: text };
		});
	}
	const byPath = Map.groupBy(conflicts.all(), ({ path }) => path);
	const standing = await Promise.all([...byPath].map(([path, known]) => stillStanding(path, known, ports)));
	return standing.flat().map((conflict) => ({ conflict, content }));
}

/** Those that were not resolved before, or changed by hand. */
async function stillStanding(
	path: string,
	known: readonly KnownConflict[],
	ports: WritePorts,
): Promise<readonly KnownConflict[]> {
	const file = await openTarget(resolveTarget(path, ports), ports).catch(() => undefined);
	if (!file) return [];
	const locate = locator(contentLines(file.text).lines);
	return known.filter(({ block }) => locate(block));
}

interface ResolvedFile {
	readonly rows: readonly string[];
	readonly header?: string;
}

async function resolveInFile(
	path: string,
	decisions: readonly Decision[],
	ports: WritePorts,
	call: CallRef,
): Promise<ResolvedFile> {
	const target = resolveTarget(path, ports);
	const before = await openTarget(target, ports);
	if (!before) throw new ToolError(`File not found: ${target.shownPath}`);
	const { lines, ended } = contentLines(before.text);
	const locate = locator(lines);
	const located = decisions
		.map(({ conflict: { id, block }, content }) => {
			const found = locate(block);
			if (!found) throw unknown(id);
			return { id, content, block: found };
		})
		.sort((a, b) => a.block.startLine - b.block.startLine);
	const after = joinContent({ lines: withDecisions(lines, located), ended });
	const { files } = await makeChanges([{ target, before, after }], ports, { call, tool: "write" });
	const tag = ports.display.hashlineEdits && ports.display.hashLines ? files[0]?.tag : undefined;
	return {
		rows: located.map(
			({ id, block }) => `conflict #${id} at lines ${block.startLine}–${block.endLine} in ${target.shownPath}`,
		),
		...(tag && { header: anchorHeader(target.shownPath, tag) }),
	};
}

/** Finds a block as it stands now: where it was, or the only one in the file that reads the same. */
function locator(lines: readonly string[]): (block: ConflictBlock) => ConflictBlock | undefined {
	const textOf = (block: ConflictBlock) => block.lines.join("\n");
	const standing = Map.groupBy(scanConflicts(lines), textOf);
	return (block) => {
		const same = standing.get(textOf(block)) ?? [];
		return same.find(({ startLine }) => startLine === block.startLine) ?? (same.length === 1 ? same[0] : undefined);
	};
}

/** The lines with each block replaced; blocks in the order of the file. */
function withDecisions(
	lines: readonly string[],
	located: ReadonlyArray<{ readonly content: string; readonly block: ConflictBlock }>,
): string[] {
	const pieces: Array<readonly string[]> = [];
	let from = 0;
	for (const { block, content } of located) {
		pieces.push(lines.slice(from, block.startLine - 1), expanded(content, block));
		from = block.endLine;
	}
	return [...pieces, lines.slice(from)].flat();
}

function expanded(content: string, block: ConflictBlock): string[] {
	const text = content.replaceAll("\r\n", "\n").replace(/\n$/, "");
	if (text === "") return [];
	return text.split("\n").flatMap((line) => {
		const side = /^@(ours|theirs|base|both)$/.exec(line.trim())?.[1];
		if (side === undefined) return [line];
		const lines = sideLines(block, side as ConflictSide);
		if (!lines) throw new ToolError("`@base` stands for nothing here: this is no three-way conflict.");
		return [...lines];
	});
}

function unknown(id: number): ToolError {
	return new ToolError(
		`Conflict #${id} not found. It is resolved already or its file changed; re-read the file to get a current id.`,
	);
}

function count(number: number, thing: string): string {
	return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
