import { contentLines } from "../../files/mutate/text/content-lines.ts";
import { describeChange } from "../../files/mutate/text/diff-rows.ts";
import { Registers } from "../../services/edit-memory.ts";
import { CallRegisters } from "../outcome/registers.ts";
import { applyLineEdits } from "./line-edit.ts";
import type { LineOp, Op, Section } from "./parse/op.ts";
import { parseHashline } from "./parse/parse.ts";
import { planEdits } from "./plan-edits.ts";

export interface HashlinePreview {
	readonly path: string;
	readonly diff: string;
}

/** The diff that the complete ops of an argument still under way come to. Nothing is said about what is wrong with it. */
export function previewHashline(
	input: string,
	textOf: (path: string, tag: string) => string | undefined,
): HashlinePreview[] {
	const registers = new CallRegisters(new Registers());
	return sectionsSoFar(input).map((section) => {
		const { path, tag } = section;
		const ops = section.ops.filter(isLineOp);
		return { path, diff: anchoredDiff(path, ops, textOf(path, tag), registers) ?? plainDiff(ops) };
	});
}

const maxUnfinishedLines = 3;

/** Without the last lines, if they cannot be read yet. */
export function sectionsSoFar(input: string): Section[] {
	const lines = input.split("\n");
	for (let count = 0; count <= maxUnfinishedLines && count < lines.length; count++) {
		try {
			return parseHashline(lines.slice(0, lines.length - count).join("\n"));
		} catch {
			// Not complete yet, or wrong, which the call itself will say.
		}
	}
	return [];
}

function anchoredDiff(
	path: string,
	ops: readonly LineOp[],
	text: string | undefined,
	registers: CallRegisters,
): string | undefined {
	if (text === undefined) return undefined;
	try {
		const unknownBlock = () => ({ problem: "" });
		const { edits } = planEdits(path, text, ops, registers, unknownBlock);
		const { lines } = contentLines(text);
		const edited = applyLineEdits(lines, edits);
		return describeChange(lines, edited.lines, edited.changes).diff;
	} catch {
		// Lines that do not exist, or blocks that only a parser can find.
		return undefined;
	}
}

/** What comes, numbered from where it goes. */
function plainDiff(ops: readonly LineOp[]): string {
	return ops
		.filter((op) => op.kind === "put")
		.map(({ target, rows }) => {
			const start = target.kind === "lines" ? target.start : target.kind === "end" ? 1 : target.line;
			const first = target.kind === "after" || target.kind === "after-block" ? start + 1 : start;
			return rows.map((row, index) => `+${first + index}|${row}`).join("\n");
		})
		.filter((diff) => diff !== "")
		.join("\n…\n");
}

function isLineOp(op: Op): op is LineOp {
	return op.kind === "put" || op.kind === "cut" || op.kind === "paste";
}
