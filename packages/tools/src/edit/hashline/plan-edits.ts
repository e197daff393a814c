import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { contentLines } from "../../files/mutate/text/content-lines.ts";
import type { CallRegisters } from "../outcome/registers.ts";
import type { BlockLines, BlockLookup } from "./block.ts";
import type { LineEdit } from "./line-edit.ts";
import { isSpan, type LineOp, type SpanTarget, type Target } from "./parse/op.ts";

/** A section's ops as edits of the tagged text. */
export interface PlannedEdits {
	readonly edits: readonly LineEdit[];
	/** Lines named by the ops, from 1, for whoever has to say where they are. */
	readonly anchors: readonly number[];
	/** What blocks turned out to be. */
	readonly notes: readonly string[];
	readonly warnings: readonly string[];
}

/** Goes through the ops from top to bottom; registers change as they do. */
export function planEdits(
	path: string,
	text: string,
	ops: readonly LineOp[],
	registers: CallRegisters,
	blocks: BlockLookup,
): PlannedEdits {
	const plan = new Plan(path, text, registers, blocks);
	for (const op of ops) plan.add(op);
	plan.warnOfRepetitions();
	return plan;
}

class Plan implements PlannedEdits {
	readonly edits: LineEdit[] = [];
	readonly anchors: number[] = [];
	readonly notes: string[] = [];
	readonly warnings: string[] = [];
	readonly #lines: readonly string[];
	/** As ops count: a final newline makes one more, empty line. */
	readonly #addressable: number;
	readonly #taken: Array<{ start: number; end: number; row: number }> = [];
	readonly #replaced: Array<{ source: string; start: number; end: number; rows: readonly string[] }> = [];

	constructor(
		private readonly path: string,
		text: string,
		private readonly registers: CallRegisters,
		private readonly blocks: BlockLookup,
	) {
		const { lines, ended } = contentLines(text);
		this.#lines = lines;
		this.#addressable = lines.length + (ended ? 1 : 0);
	}

	add(op: LineOp): void {
		const { target } = op;
		if (!isSpan(target)) {
			const { anchor, at } = this.#resolveGap(target, op);
			const lines = this.#buildContent(op);
			if (lines.length > 0) this.edits.push({ kind: "insert", ...(anchor !== undefined && { anchor }), at, lines });
			return;
		}
		const { start, end } = this.#resolveSpan(target, op);
		this.#take(start, end, op.row);
		this.anchors.push(start, end);
		// The empty line behind a final newline is a way to say "the end"; it is not there to be removed.
		const last = Math.min(end, this.#lines.length);
		const first = Math.min(start - 1, this.#lines.length);
		if (op.kind === "cut") this.registers.cut(op.register, this.#lines.slice(first, last), this.path);
		const lines = this.#buildContent(op);
		if (op.kind === "put") this.#replaced.push({ source: op.source, start, end, rows: lines });
		if (first < last) this.edits.push({ kind: "replace", start: first, end: last, lines });
		else if (lines.length > 0) this.edits.push({ kind: "insert", at: first, lines });
	}

	#buildContent(op: LineOp): readonly string[] {
		if (op.kind === "put") return op.unnumbered ? this.#unnumberedRows(op, op.unnumbered) : op.rows;
		if (op.kind === "cut") return [];
		const lines = this.registers.find(op.register);
		if (lines) return lines;
		if (op.register === undefined) {
			throw problem(
				op,
				"Nothing to paste: no unlabeled `CUT` precedes this `PUT` in this call. Cut first, name a register (`@NAME`), or add `:` and `+` rows.",
			);
		}
		const known = this.registers.names().map((name) => `\`@${name}\``);
		const available = known.length > 0 ? `Filled registers: ${known.join(", ")}.` : "No register is filled.";
		throw problem(op, `\`@${op.register}\` is empty. Fill it with \`CUT N.=M @${op.register}\` first. ${available}`);
	}

	/** Rows such as `+29:text` where no line of the file reads so: the numbers were copied from what was shown. */
	#unnumberedRows(op: Extract<LineOp, { kind: "put" }>, unnumbered: readonly string[]): readonly string[] {
		if (this.#lines.some((line) => /^\d+[:|]/.test(line))) return op.rows;
		this.warnings.push("Dropped line numbers (`N:`) at the start of body rows. Rows hold the text alone: `+TEXT`.");
		return unnumbered;
	}

	/** Off by one: a row that repeats the line next to the range, which stays. */
	warnOfRepetitions(): void {
		for (const { source, start, end, rows } of this.#replaced) {
			const beside = [
				{ which: "last", row: rows.at(-1), old: end, line: end + 1 },
				{ which: "first", row: rows[0], old: start, line: start - 1 },
			];
			for (const { which, row, old, line } of beside) {
				const text = this.#lines[line - 1];
				const isChanged = this.#taken.some((span) => span.start <= line && line <= span.end);
				if (!row || row.trim() === "" || row !== text || this.#lines[old - 1] === text || isChanged) continue;
				const range = `${Math.min(start, line)}.=${Math.max(end, line)}`;
				this.warnings.push(
					`\`${source}\`: the ${which} row repeats line ${line}, which is outside the range, so it now stands twice. If that is wrong, remove one; the range would have been ${range}.`,
				);
			}
		}
	}

	#resolveGap(target: Exclude<Target, SpanTarget>, op: LineOp): { anchor?: number; at: number } {
		if (target.kind === "end") return { at: this.#lines.length };
		this.#mustExist(target.line, op);
		if (target.kind === "before") {
			this.anchors.push(target.line);
			return this.#place(target.line - 1, target.line - 1);
		}
		const line = target.kind === "after" ? target.line : this.#blockEnd(target.line, op);
		this.anchors.push(line);
		return this.#place(line - 1, line);
	}

	#place(anchor: number, at: number): { anchor?: number; at: number } {
		const isEnd = anchor >= this.#lines.length;
		return isEnd ? { at: this.#lines.length } : { anchor, at };
	}

	#resolveSpan(target: SpanTarget, op: LineOp): { start: number; end: number } {
		if (target.kind === "lines") {
			this.#mustExist(target.end, op);
			return target;
		}
		this.#mustExist(target.line, op);
		const found = this.blocks(target.line);
		if ("problem" in found) {
			const explicit = op.source.replace(/\d+\*/, `${target.line}.=M`);
			throw problem(op, `${found.problem} Name the lines instead: \`${explicit}\`.${enclosing(found)}`);
		}
		this.#noteBlock(op, found);
		return found;
	}

	#blockEnd(line: number, op: LineOp): number {
		const found = this.blocks(line);
		if ("problem" in found) {
			this.warnings.push(
				`\`${op.source}\`: ${found.problem} Inserted after line ${line} itself, as \`PUT >${line}\` does.`,
			);
			return line;
		}
		this.#noteBlock(op, found);
		return found.end;
	}

	#noteBlock(op: LineOp, { start, end, includes }: BlockLines): void {
		const count = `${end === start ? "1 line" : `${end - start + 1} lines`}${includes ? `, ${includes}` : ""}`;
		this.notes.push(`${op.source} → resolved lines ${start}-${end} (${count})`);
	}

	#mustExist(line: number, op: LineOp): void {
		if (line <= this.#addressable) return;
		const { length } = this.#lines;
		throw problem(op, `Line ${line} does not exist (file has ${length === 1 ? "1 line" : `${length} lines`})`);
	}

	#take(start: number, end: number, row: number): void {
		const other = this.#taken.find((span) => span.start <= end && start <= span.end);
		if (other) {
			const line = Math.max(start, other.start);
			throw new ToolError(
				`line ${row}: anchor line ${line} is already targeted by another hunk on line ${other.row}. Each line can be changed once per call: merge the two into one \`PUT\`.`,
			);
		}
		this.#taken.push({ start, end, row });
	}
}

function enclosing(found: { enclosing?: { start: number; end: number } }): string {
	const { enclosing } = found;
	return enclosing ? ` The nearest enclosing block is ${enclosing.start}.=${enclosing.end}.` : "";
}

function problem(op: LineOp, message: string): ToolError {
	return new ToolError(`line ${op.row}: ${message}`);
}
