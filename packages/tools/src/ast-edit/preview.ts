import { displayMode } from "../files/snapshots/display-mode.ts";
import { spansOf } from "../files/snapshots/line-span.ts";
import { pathTree } from "../output/path-tree.ts";
import type { AstEditPorts } from "./ast-edit.ts";
import type { PlannedRewrite, RewritePlan } from "./plan.ts";
import type { Replacement } from "./rewrite.ts";

/** What changes in one file. */
export interface FileDiff {
	readonly path: string;
	readonly count: number;
	/** Rows as the details of an edit have them. */
	readonly diff: string;
}

export interface Preview {
	readonly text: string;
	/** Without the anchors that only the model needs. */
	readonly plain: string;
	/** The same for views. */
	readonly diffs: readonly FileDiff[];
}

const maxLineChars = 120;

/** Each replacement by its first line, before and after. */
export function buildPreview({ rewrites }: RewritePlan, ports: AstEditPorts): Preview {
	const entries = rewrites.map((rewrite) => {
		const { searched, replacements } = rewrite;
		const tag = recordSnapshot(rewrite, ports);
		const counted = ` (${replacements.length} replacement${replacements.length === 1 ? "" : "s"})`;
		const rows = (place: (replacement: Replacement) => string) =>
			replacements.flatMap((replacement) => [
				`-${place(replacement)}${firstLine(replacement.before)}`,
				`+${place(replacement)}${firstLine(replacement.after)}`,
			]);
		return {
			path: searched.file.shownPath,
			count: replacements.length,
			counted,
			tag,
			rows: foldedRows(replacements, ({ lineNumber, column }) => (tag ? `${lineNumber}:` : `${lineNumber}:${column} `)),
			plainRows: rows(({ lineNumber }) => `${lineNumber}|`),
		};
	});
	return {
		text: pathTree(
			entries.map(({ path, counted, tag, rows }) => ({ path, rows, suffix: (tag ? `#${tag}` : "") + counted })),
		),
		diffs: entries.map(({ path, count, plainRows }) => ({ path, count, diff: plainRows.join("\n") })),
		plain: pathTree(entries.map(({ path, counted, plainRows }) => ({ path, rows: plainRows, suffix: counted }))),
	};
}

const minFolded = 3;
const maxLineNumbers = 30;

/** Equal replacements of a file are one row with their lines. */
function foldedRows(replacements: readonly Replacement[], place: (replacement: Replacement) => string): string[] {
	const groups = Map.groupBy(replacements, ({ before, after }) => `${before}\0${after}`);
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (!first) return [];
		if (group.length < minFolded) {
			return group.flatMap((one) => [
				`-${place(one)}${firstLine(one.before)}`,
				`+${place(one)}${firstLine(one.after)}`,
			]);
		}
		const lines = [...new Set(group.map(({ lineNumber }) => lineNumber))];
		const more = lines.length > maxLineNumbers ? ", …" : "";
		const where = `${lines.slice(0, maxLineNumbers).join(", ")}${more}`;
		return [`${group.length} × ${firstLine(first.before)} → ${firstLine(first.after)}: lines ${where}`];
	});
}

function recordSnapshot({ searched, replacements }: PlannedRewrite, ports: AstEditPorts): string | undefined {
	if (displayMode(ports.display, { stored: true }) !== "hashline") return undefined;
	// The rows show pieces of lines, so that only a replacement of a whole line shows the line.
	const lines = searched.text.split("\n");
	const shown = replacements.filter(({ before, lineNumber }) => lines[lineNumber - 1]?.trim() === before.trim());
	return ports.snapshots.record(
		searched.file.path,
		searched.tagged,
		spansOf(shown.map(({ lineNumber }) => lineNumber)),
	);
}

function firstLine(text: string): string {
	const [line = ""] = text.split("\n");
	return line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
}
