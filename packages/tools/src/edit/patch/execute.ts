import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallRef } from "../../files/mutate/commit-journaled.ts";
import { type MadeChange, makeChanges, type PlannedChange } from "../../files/mutate/make-changes.ts";
import type { MutationPorts } from "../../files/mutate/ports.ts";
import { contentLines } from "../../files/mutate/text/content-lines.ts";
import type { MatchOptions } from "../match/find-lines.ts";
import { changedRows } from "../outcome/changed-rows.ts";
import { type EditDetails, editDetails } from "../outcome/details.ts";
import { syntaxWarning } from "../outcome/syntax-warning.ts";
import { parseEnvelope } from "./parse-envelope.ts";
import { parseHunks } from "./parse-hunks.ts";
import { PatchedTree } from "./patched-tree.ts";

export interface PatchPorts extends MutationPorts {
	readonly fuzzyMatch: () => MatchOptions;
}

export interface PatchEdit {
	readonly op?: "create" | "delete" | "update";
	readonly rename?: string;
	readonly diff?: string;
}

/** All entries act on one file, one after the other. */
export async function executePatch(
	path: string,
	edits: readonly PatchEdit[],
	call: CallRef,
	ports: PatchPorts,
): Promise<ToolOutput<EditDetails>> {
	if (edits.length === 0) throw new ToolError("`edits` is empty: give at least one {op, diff}.");
	const tree = new PatchedTree(ports);
	let current = path;
	for (const { op = "update", rename, diff } of edits) {
		if (op === "delete") await tree.remove(current);
		else if (op === "create") await tree.create(current, createdText(diff ?? ""));
		else {
			if (diff === undefined && rename === undefined)
				throw new ToolError(`An update of ${path} needs \`diff\` or \`rename\`.`);
			const hunks = diff === undefined ? [] : parseHunks(splitLines(diff));
			await tree.update(current, hunks, rename);
		}
		current = op === "update" && rename !== undefined ? rename : current;
	}
	return finish(tree, call, ports);
}

export async function executeApplyPatch(
	input: string,
	call: CallRef,
	ports: PatchPorts,
): Promise<ToolOutput<EditDetails>> {
	const tree = new PatchedTree(ports);
	const { files, warnings } = parseEnvelope(input);
	await tree.apply(files);
	return finish(tree, call, ports, warnings);
}

async function finish(
	tree: PatchedTree,
	call: CallRef,
	ports: PatchPorts,
	warnings: readonly string[] = [],
): Promise<ToolOutput<EditDetails>> {
	const planned = tree.changes();
	if (planned.every(isIdle)) {
		const paths = planned.map(({ target }) => target.shownPath).join(", ") || "these files";
		throw new ToolError(`Edits to ${paths} resulted in no changes being made.`);
	}
	const made = await makeChanges(planned, ports, { call, tool: "edit" });
	const broken = await Promise.all(
		made.files.map(async ({ at, before, after }) => {
			const warning = before && after !== undefined && (await syntaxWarning(at.path, before.text, after));
			return warning ? `${at.shownPath}: ${warning}` : undefined;
		}),
	);
	const allWarnings = [...warnings, ...tree.warnings, ...broken.filter((warning) => warning !== undefined)];
	const shown = made.files.flatMap((file) => buildRows(file, made.files.length));
	const content = [...tree.log, ...shown, ...(allWarnings.length > 0 ? ["", "Warnings:", ...allWarnings] : [])].join(
		"\n",
	);
	return { content, details: editDetails(made, allWarnings) };
}

/** How an updated file reads now where it changed. */
function buildRows({ at, before, after, lineChanges }: MadeChange, fileCount: number): string[] {
	if (!before || after === undefined || lineChanges.length === 0) return [];
	const rows = changedRows(contentLines(after).lines, lineChanges, "numbered");
	return fileCount > 1 ? ["", `${at.shownPath}:`, ...rows] : rows;
}

function isIdle({ before, after, moveTo }: PlannedChange): boolean {
	return before !== undefined && before.text === after && !moveTo;
}

/** Some models mark every line of a new file as added. */
function createdText(diff: string): string {
	const lines = splitLines(diff);
	if (lines.length === 0 || !lines.every((line) => line.startsWith("+"))) return diff;
	return lines.map((line) => `${line.slice(1)}\n`).join("");
}

function splitLines(diff: string): string[] {
	const text = diff.replaceAll("\r\n", "\n");
	return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
