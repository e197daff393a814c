import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isSpan, type Op, type SpanTarget, type Target } from "./op.ts";
import { respelledOp } from "./spelling.ts";

/** An op line; `takesRows` when what follows it is literal content. */
export interface OpLine {
	readonly op: Op;
	readonly takesRows: boolean;
	readonly warning?: string;
}

const maxSpanLines = 100_000;

const targetPattern = String.raw`(?:<\s*(?<before>\d+)|>\s*(?:(?<end>\$)|(?<after>\d+)(?<afterBlock>\*)?)|(?<start>\d+)(?:\s*(?:\.=|\.\.|-)\s*(?<last>\d+)|(?<block>\*))?)`;
const opPattern = new RegExp(
	String.raw`^(?<verb>PUT|CUT)\s+${targetPattern}(?:\s*@(?<register>[A-Za-z0-9_-]+))?\s*(?<colon>:)?\s*$`,
);
const almostOp = /^(PUT|CUT)\s*[<>\d$@]/;

const putForms = "`PUT N.=M:`, `PUT N:`, `PUT N*:`, `PUT <N:`, `PUT >N:`, `PUT >N*:` or `PUT >$:` with `+` rows below";

/** `undefined` for a line that is no op; one that was meant to be one is refused. `loosely`: other spellings are read, too. */
export function parseOpLine(line: string, row: number, { loosely }: { loosely: boolean }): OpLine | undefined {
	const source = line.trimEnd();
	const strict = parseStrictly(source, row);
	if (strict) return strict;
	const respelled = loosely ? respelledOp(source) : undefined;
	const read = respelled && parseStrictly(respelled.line, row);
	if (read) return { ...read, warning: [respelled.warning, read.warning].filter(Boolean).join(" ") };
	if (loosely) refuseGuesses(source, row);
	if (!almostOp.test(source)) return undefined;
	throw new ToolError(`line ${row}: cannot read ${JSON.stringify(source)}. ${advice(source)}`);
}

/** What may mean two things, or would do much harm if it meant another. */
function refuseGuesses(source: string, row: number): void {
	if (/^\s*(?:REM|RM|DEL|DELETE|REMOVE)\s*$/i.test(source)) {
		throw new ToolError(
			`line ${row}: cannot read ${JSON.stringify(source.trim())}. To delete the whole file write \`REM\`; to delete lines write \`CUT N.=M\`.`,
		);
	}
	const line = /^\s*(?:INS|INSERT|ADD|APPEND)\s+(?:at\s+)?(?:line\s+)?L?(\d+)\s*:?$/i.exec(source)?.[1];
	if (line === undefined) return;
	throw new ToolError(
		`line ${row}: cannot read ${JSON.stringify(source.trim())}. Write \`PUT <${line}:\` to insert before line ${line}, or \`PUT >${line}:\` to insert after it, with \`+\` rows below.`,
	);
}

function parseStrictly(source: string, row: number): OpLine | undefined {
	if (source === "REM") return { op: { kind: "remove", source, row }, takesRows: false };
	const destination = /^MV\s+(.+)$/.exec(source)?.[1];
	if (destination) return { op: { kind: "move", destination: unquoted(destination), source, row }, takesRows: false };
	const groups = opPattern.exec(source)?.groups;
	if (!groups) return undefined;
	return groups.verb === "CUT" ? parseCut(source, row, groups) : parsePut(source, row, groups);
}

type Groups = Readonly<Record<string, string | undefined>>;

function parsePut(source: string, row: number, groups: Groups): OpLine {
	const target = parseTarget(row, groups);
	const { register, colon } = groups;
	if (colon && register) {
		throw new ToolError(
			`line ${row}: \`PUT\` takes either \`:\` with rows below or \`@${register}\`, not both. Got ${JSON.stringify(source)}.`,
		);
	}
	if (colon) return { op: { kind: "put", target, rows: [], source, row }, takesRows: true };
	if (isSpan(target) && !register) {
		throw new ToolError(
			`line ${row}: \`PUT\` without \`:\` is clipboard-backed and takes no body rows. Over lines it needs a register: write \`${source} @NAME\`, or \`${source}:\` with \`+\` rows below.`,
		);
	}
	return { op: { kind: "paste", target, ...(register && { register }), source, row }, takesRows: false };
}

function parseCut(source: string, row: number, groups: Groups): OpLine {
	const target = parseTarget(row, groups);
	if (!isSpan(target)) {
		throw new ToolError(`line ${row}: \`CUT\` names lines, not a gap: \`CUT N.=M\`, \`CUT N\` or \`CUT N*\`.`);
	}
	const { register, colon } = groups;
	const warning = `\`${source}\`: the \`:\` was ignored, as \`CUT\` takes no body.`;
	return {
		op: { kind: "cut", target, ...(register && { register }), source, row },
		takesRows: false,
		...(colon && { warning }),
	};
}

function parseTarget(row: number, groups: Groups): Target {
	const { before, end, after, afterBlock, start, last, block } = groups;
	if (end) return { kind: "end" };
	if (before) return { kind: "before", line: lineNumber(before, row) };
	if (after) return { kind: afterBlock ? "after-block" : "after", line: lineNumber(after, row) };
	const first = lineNumber(start ?? "", row);
	if (block) return { kind: "block", line: first };
	return checkSpan(first, last === undefined ? first : lineNumber(last, row), row);
}

function checkSpan(start: number, end: number, row: number): SpanTarget {
	if (end < start) {
		throw new ToolError(
			`line ${row}: Invalid absolute range: start ${start}, end ${end}. The end is a line number, not a count, and must be >= start: write ${start}.=${Math.max(start, start + end - 1)} for ${end} lines.`,
		);
	}
	if (end - start + 1 > maxSpanLines) {
		throw new ToolError(
			`line ${row}: replace range spans ${end - start + 1} lines; the maximum is ${maxSpanLines}. Split it, or replace the file with the write tool.`,
		);
	}
	return { kind: "lines", start, end };
}

function lineNumber(digits: string, row: number): number {
	const value = Number(digits);
	if (value >= 1) return value;
	throw new ToolError(
		`line ${row}: line ${digits} does not exist; lines are counted from 1. \`PUT <1:\` is the start.`,
	);
}

function unquoted(text: string): string {
	return /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text;
}

function advice(source: string): string {
	const inline = /^(PUT\s+[^:]*:)\s*\+?(.+)$/.exec(source);
	if (inline) return `Content goes on its own rows: write \`${inline[1]}\`, then \`+${inline[2]}\` on the next line.`;
	return source.startsWith("CUT")
		? "Write `CUT N.=M`, `CUT N` or `CUT N*`, with `@NAME` to keep it."
		: `Write ${putForms}.`;
}
