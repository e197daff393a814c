import { visibleWidth } from "../text/visible-width.ts";
import { Canvas } from "./canvas.ts";
import { labelLines } from "./label-lines.ts";

const PARTICIPANT = /^(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+))?$/;
const MESSAGE =
	/^([\p{L}\p{N}_.]+(?:[ -][\p{L}\p{N}_.]+)*?)\s*(--?(?:>>|>|x|\)))\s*[+-]?\s*([\p{L}\p{N}_.][\p{L}\p{N}_. -]*?)\s*:(.*)$/u;
const NOTE = /^note\s+(over|left of|right of)\s+([^:,]+?)(?:\s*,\s*([^:]+?))?\s*:(.*)$/i;
const BLOCK = /^(loop|alt|else|opt|par|and|critical|option|break|rect|end)\b\s*(.*)$/;
const IGNORED = /^(?:activate|deactivate|autonumber|accTitle|accDescr|title)\b/;

type Step =
	| { readonly kind: "message"; from: number; to: number; text: string; isDashed: boolean; isLost: boolean }
	| { readonly kind: "note"; side: string; from: number; to: number; lines: readonly string[] }
	| { readonly kind: "rule"; text: string };

/** Undefined for anything that is not understood whole, or wider than `width`. */
export function drawSequence(source: string, width: number): Canvas | undefined {
	const [header = "", ...statements] = source.split("\n").map((line) => line.trim());
	if (header !== "sequenceDiagram") return undefined;
	const names = new Map<string, string>();
	const steps: Step[] = [];
	const findOrAddIndex = (id: string) => {
		if (!names.has(id)) names.set(id, id);
		return [...names.keys()].indexOf(id);
	};
	for (const statement of statements) {
		if (statement === "" || IGNORED.test(statement)) continue;
		const [participant, message, note, block] = [PARTICIPANT, MESSAGE, NOTE, BLOCK].map((one) => one.exec(statement));
		if (participant) names.set(participant[1] ?? "", labelLines(participant[2] ?? participant[1] ?? "").join(" "));
		else if (note) {
			const [, side = "", first = "", second = first, text = ""] = note;
			const [from, to] = [findOrAddIndex(first), findOrAddIndex(second)];
			const ends = { from: Math.min(from, to), to: Math.max(from, to) };
			steps.push({ kind: "note", side: side.toLowerCase(), ...ends, lines: labelLines(text) });
		} else if (message) {
			const [, from = "", arrow = "", to = "", text = ""] = message;
			const way = { from: findOrAddIndex(from), to: findOrAddIndex(to), text: labelLines(text).join(" ") };
			steps.push({ kind: "message", ...way, isDashed: arrow.startsWith("--"), isLost: arrow.endsWith("x") });
		} else if (block) steps.push({ kind: "rule", text: `${block[1]} ${labelLines(block[2] ?? "").join(" ")}`.trim() });
		else return undefined;
	}
	if (names.size === 0) return undefined;
	return draw([...names.values()], steps, width);
}

function draw(names: readonly string[], steps: readonly Step[], width: number): Canvas | undefined {
	const columns = layOutColumns(names, steps);
	const right = Math.max(
		...columns.map((column, index) => column + boxWidth(names[index]) / 2),
		...steps.map((step) => measureEnd(step, columns)),
	);
	if (right > width) return undefined;
	const canvas = new Canvas();
	const boxes = (y: number) => {
		for (const [index, name] of names.entries()) {
			canvas.box((columns[index] ?? 0) - (boxWidth(name) >> 1), y, boxWidth(name), [name], "sharp");
		}
	};
	let y = 3;
	const drawn: Array<() => void> = [];
	for (const step of steps) {
		const top = y;
		if (step.kind === "message") {
			drawn.push(() => drawMessage(canvas, step, columns, top + 1));
			y += 3;
		} else if (step.kind === "note") {
			drawn.push(() => drawNote(canvas, step, columns, top));
			y += step.lines.length + 2;
		} else {
			const [first = 0, last = 0] = [columns[0], columns.at(-1)];
			drawn.push(() => {
				canvas.line(first, top, Math.max(last, first + visibleWidth(step.text) + 4), top, true);
				canvas.label(first + 2, top, ` ${step.text} `);
			});
			y += 1;
		}
	}
	for (const column of columns) canvas.line(column, 3, column, y);
	boxes(0);
	boxes(y + 1);
	for (const one of drawn) one();
	return canvas;
}

const boxWidth = (name = ""): number => visibleWidth(name) + 4 + ((visibleWidth(name) + 1) % 2);

/** The column of each lifeline, with room for names and for the texts between them. */
function layOutColumns(names: readonly string[], steps: readonly Step[]): number[] {
	const columns = [boxWidth(names[0]) >> 1];
	for (let index = 1; index < names.length; index++) {
		const before = columns[index - 1] ?? 0;
		let column = before + (boxWidth(names[index - 1]) >> 1) + (boxWidth(names[index]) >> 1) + 2;
		for (const step of steps) {
			if (step.kind !== "message") continue;
			const [low, high] = [Math.min(step.from, step.to), Math.max(step.from, step.to)];
			const room = visibleWidth(step.text) + 4;
			if (high === index && low < index) column = Math.max(column, (columns[low] ?? 0) + room);
			else if (low === high && low === index - 1) column = Math.max(column, before + room + 3);
		}
		columns.push(column);
	}
	return columns;
}

function measureEnd(step: Step, columns: readonly number[]): number {
	if (step.kind === "rule") return (columns[0] ?? 0) + visibleWidth(step.text) + 5;
	if (step.kind === "note") return noteRight(step, columns) + 1;
	return step.from === step.to ? (columns[step.from] ?? 0) + visibleWidth(step.text) + 6 : 0;
}

function drawMessage(
	canvas: Canvas,
	step: Extract<Step, { kind: "message" }>,
	columns: readonly number[],
	y: number,
): void {
	const [from = 0, to = 0] = [columns[step.from], columns[step.to]];
	if (step.from === step.to) {
		canvas.line(from, y, from + 3, y, step.isDashed);
		canvas.line(from + 3, y, from + 3, y + 1, step.isDashed);
		canvas.line(from + 3, y + 1, from + 1, y + 1, step.isDashed);
		canvas.head(from + 1, y + 1, "left");
		canvas.label(from + 5, y, step.text);
		return;
	}
	const toRight = to > from;
	const [low, high] = toRight ? [from, to] : [to, from];
	const tip = toRight ? to - 1 : to + 1;
	canvas.line(from, y + 1, tip, y + 1, step.isDashed);
	canvas.head(tip, y + 1, step.isLost ? "cross" : toRight ? "right" : "left");
	canvas.label(low + Math.max(2, (high - low - visibleWidth(step.text) + 1) >> 1), y, step.text);
}

function noteLeft(step: Extract<Step, { kind: "note" }>, columns: readonly number[]): number {
	const middle = ((columns[step.from] ?? 0) + (columns[step.to] ?? 0)) >> 1;
	const wide = Math.max(...step.lines.map(visibleWidth)) + 4;
	if (step.side === "right of") return middle + 2;
	if (step.side === "left of" && middle - 1 > wide) return middle - 1 - wide;
	return Math.max(0, Math.min(middle - (wide >> 1), (columns[step.from] ?? 0) - 2));
}

function noteRight(step: Extract<Step, { kind: "note" }>, columns: readonly number[]): number {
	const wide = Math.max(...step.lines.map(visibleWidth)) + 4;
	const right = noteLeft(step, columns) + wide - 1;
	return step.side === "over" ? Math.max(right, (columns[step.to] ?? 0) + 2) : right;
}

function drawNote(canvas: Canvas, step: Extract<Step, { kind: "note" }>, columns: readonly number[], y: number): void {
	const left = noteLeft(step, columns);
	canvas.box(left, y, noteRight(step, columns) - left + 1, step.lines, "round");
}
