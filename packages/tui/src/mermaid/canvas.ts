import { graphemes } from "../text/graphemes.ts";
import { visibleWidth } from "../text/visible-width.ts";
import type { Theme } from "../theme/theme.ts";

const UP = 1;
const DOWN = 2;
const LEFT = 4;
const RIGHT = 8;

export type Shape = "sharp" | "round" | "diamond";
export type Head = "up" | "down" | "left" | "right" | "cross";

interface Cell {
	/** Directions in which lines leave the cell. */
	directions: number;
	isDashed: boolean;
	/** Overrides the lines; empty beside a wide character. */
	text?: string;
	isLabel?: boolean;
}

export interface CanvasShapes {
	readonly strokes: ReadonlyArray<{
		readonly x1: number;
		readonly y1: number;
		readonly x2: number;
		readonly y2: number;
		readonly isDashed: boolean;
	}>;
	readonly texts: ReadonlyArray<{
		readonly x: number;
		readonly y: number;
		/** How many columns it takes. */
		readonly columns: number;
		readonly text: string;
	}>;
	readonly columns: number;
	readonly rows: number;
}

/** A grid of characters on which lines join by themselves. */
export class Canvas {
	readonly #rows: Cell[][] = [];

	/** A straight line, ends included. */
	line(fromX: number, fromY: number, toX: number, toY: number, isDashed = false): void {
		const [stepX, stepY] = [Math.sign(toX - fromX), Math.sign(toY - fromY)];
		const ahead = stepX === 0 ? (stepY > 0 ? DOWN : UP) : stepX > 0 ? RIGHT : LEFT;
		const behind = stepX === 0 ? (stepY > 0 ? UP : DOWN) : stepX > 0 ? LEFT : RIGHT;
		if (stepX === 0 && stepY === 0) return;
		for (let [x, y] = [fromX, fromY]; ; x += stepX, y += stepY) {
			const isStart = x === fromX && y === fromY;
			const isEnd = x === toX && y === toY;
			const cell = this.#cell(x, y);
			cell.isDashed = isDashed && (cell.directions === 0 || cell.isDashed);
			cell.directions |= (isEnd ? 0 : ahead) | (isStart ? 0 : behind);
			if (isEnd) return;
		}
	}

	label(x: number, y: number, text: string): void {
		let column = x;
		for (const character of graphemes(text)) {
			const width = visibleWidth(character);
			Object.assign(this.#cell(column, y), { text: character, isLabel: true });
			if (width === 2) this.#cell(column + 1, y).text = "";
			column += width;
		}
	}

	box(x: number, y: number, width: number, lines: readonly string[], shape: Shape): void {
		const [right, bottom] = [x + width - 1, y + lines.length + 1];
		this.line(x, y, right, y);
		this.line(x, bottom, right, bottom);
		this.line(x, y, x, bottom);
		this.line(right, y, right, bottom);
		// Lines that were there before end at the box.
		for (let column = x + 1; column < right; column++) {
			this.#cell(column, y).directions &= ~DOWN;
			this.#cell(column, bottom).directions &= ~UP;
		}
		const corners = { sharp: "", round: "╭╮╰╯", diamond: "╱╲╲╱" }[shape];
		const places = [
			[x, y],
			[right, y],
			[x, bottom],
			[right, bottom],
		] as const;
		for (const [index, corner] of [...corners].entries()) this.#cell(...(places[index] ?? places[0])).text = corner;
		for (const [index, line] of lines.entries()) {
			const rest = width - 2 - visibleWidth(line);
			this.label(x + 1, y + 1 + index, " ".repeat(rest >> 1) + line + " ".repeat(rest - (rest >> 1)));
		}
	}

	head(x: number, y: number, head: Head): void {
		this.#cell(x, y).text = { up: "▲", down: "▼", left: "◀", right: "▶", cross: "✗" }[head];
	}

	rows(theme: Theme): string[] {
		const isAscii = theme.symbol("boxSharp.cross") === "+";
		return this.#rows.map((row) => {
			let styled = "";
			for (let index = 0; index < row.length; ) {
				const isLabel = row[index]?.isLabel === true;
				let run = "";
				for (; index < row.length && (row[index]?.isLabel === true) === isLabel; index++) {
					run += glyph(row[index], isAscii);
				}
				styled += run.trim() === "" ? run : isLabel ? theme.text(run) : theme.muted(run);
			}
			return styled.trimEnd();
		});
	}

	/** Lines and texts, for whoever does not draw with characters. Lines are in half cells, texts in cells. */
	shapes(): CanvasShapes {
		const strokes: CanvasShapes["strokes"][number][] = [];
		const texts: CanvasShapes["texts"][number][] = [];
		const columns = Math.max(0, ...this.#rows.map((row) => row.length));
		for (const [y, row] of this.#rows.entries()) {
			for (const [x, { directions, isDashed, text }] of row.entries()) {
				const [cx, cy] = [2 * x + 1, 2 * y + 1];
				// A corner of a box has no sign of its own there.
				const isDrawn = text === undefined || /^[╭╮╰╯╱╲]$/.test(text);
				if (!isDrawn) continue;
				// Up to the edge of a box, which is in the middle of its row.
				const reach = (other: Cell | undefined, joint: number) =>
					other && !(other.directions & joint) && other.directions & (LEFT | RIGHT) ? 2 : 1;
				const [above, below] = [this.#rows[y - 1]?.[x], this.#rows[y + 1]?.[x]];
				if (directions & UP) strokes.push({ x1: cx, y1: cy, x2: cx, y2: cy - reach(above, DOWN), isDashed });
				if (directions & DOWN) strokes.push({ x1: cx, y1: cy, x2: cx, y2: cy + reach(below, UP), isDashed });
				if (directions & LEFT) strokes.push({ x1: cx, y1: cy, x2: cx - 1, y2: cy, isDashed });
				if (directions & RIGHT) strokes.push({ x1: cx, y1: cy, x2: cx + 1, y2: cy, isDashed });
			}
			texts.push(...textsIn(row).map((found) => ({ ...found, y })));
		}
		return { strokes, texts, columns, rows: this.#rows.length };
	}

	#cell(x: number, y: number): Cell {
		while (this.#rows.length <= y) this.#rows.push([]);
		const row = this.#rows[y] ?? [];
		while (row.length <= x) row.push({ directions: 0, isDashed: false });
		return row[x] ?? { directions: 0, isDashed: false };
	}
}

/** Labels in one piece, without the blanks around them; heads of arrows each by itself. */
function textsIn(row: readonly Cell[]): Array<{ x: number; columns: number; text: string }> {
	const found: Array<{ x: number; columns: number; text: string }> = [];
	for (let x = 0; x < row.length; ) {
		const start = x;
		const isLabel = row[x]?.isLabel === true;
		let text = row[x]?.text ?? "";
		x++;
		while (x < row.length && isLabel && (row[x]?.isLabel || row[x]?.text === "")) text += row[x++]?.text ?? "";
		if (text.trim() === "" || /^[╭╮╰╯╱╲]$/.test(text)) continue;
		const lead = text.length - text.trimStart().length;
		const tail = text.length - text.trimEnd().length;
		found.push({ x: start + lead, columns: x - start - lead - tail, text: text.trim() });
	}
	return found;
}

const joins = " │││─┘┐┤─└┌├─┴┬┼";
// biome-ignore format: one line
const ascii: Readonly<Record<string, string>> = { "▲": "^", "▼": "v", "◀": "<", "▶": ">", "✗": "x", "╱": "/", "╲": "\\", "↺": "@", "│": "|", "─": "-" };
const dashed: Readonly<Record<string, string>> = { "│": "┆", "─": "╌", "|": ":", "-": "." };

function glyph(cell: Cell | undefined, isAscii: boolean): string {
	if (!cell) return " ";
	const shown = cell.text ?? joins[cell.directions] ?? " ";
	const plain = isAscii ? (ascii[shown] ?? (cell.isLabel || shown.trim() === "" ? shown : "+")) : shown;
	return cell.isDashed && cell.text === undefined ? (dashed[plain] ?? plain) : plain;
}
