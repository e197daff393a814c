import { visibleWidth } from "../../text/visible-width.ts";

/** A piece of math as rows of equal width; `baseline` is the row that stands on the line of its neighbors. */
export interface MathBox {
	readonly rows: readonly string[];
	readonly width: number;
	readonly baseline: number;
}

export function textBox(text: string): MathBox {
	return { rows: [text], width: visibleWidth(text), baseline: 0 };
}

/** Side by side, on one baseline. */
export function beside(boxes: readonly MathBox[]): MathBox {
	const shown = boxes.filter(({ width }) => width > 0);
	if (shown.length === 0) return textBox("");
	const above = Math.max(...shown.map(({ baseline }) => baseline));
	const below = Math.max(...shown.map(({ rows, baseline }) => rows.length - baseline));
	const rows = Array.from({ length: above + below }, (_, index) =>
		shown.map((box) => box.rows[index - above + box.baseline] ?? " ".repeat(box.width)).join(""),
	);
	return { rows, width: sum(shown.map(({ width }) => width)), baseline: above };
}

/** Below each other and centered; the baseline is in the given one. */
export function stacked(boxes: readonly MathBox[], base: number): MathBox {
	const width = Math.max(...boxes.map((box) => box.width));
	const rows = boxes.flatMap((box) => box.rows.map((row) => centered(row, box.width, width)));
	const before = sum(boxes.slice(0, base).map((box) => box.rows.length));
	return { rows, width, baseline: before + (boxes[base]?.baseline ?? 0) };
}

export function fractionBox(top: MathBox, bottom: MathBox): MathBox {
	const width = Math.max(top.width, bottom.width) + 2;
	return stacked([top, textBox("─".repeat(width)), bottom], 1);
}

/** A radical sign with a line over its content. */
export function rootBox(content: MathBox, degree: string): MathBox {
	const sign = `${degree}√`;
	const width = visibleWidth(sign);
	const rows = content.rows.map((row, index) => {
		const isLast = index === content.rows.length - 1;
		return `${isLast ? sign : `${" ".repeat(width - 1)}│`}${row}`;
	});
	const line = " ".repeat(width) + "_".repeat(content.width);
	return { rows: [line, ...rows], width: width + content.width, baseline: content.baseline + 1 };
}

/** What is raised or lowered stands to the right of the base. */
export function scriptBox(base: MathBox, upper: MathBox | undefined, lower: MathBox | undefined): MathBox {
	const width = Math.max(upper?.width ?? 0, lower?.width ?? 0);
	const column: string[] = [
		...(upper?.rows ?? []).map((row) => padded(row, upper?.width ?? 0, width)),
		...base.rows.map(() => " ".repeat(width)),
		...(lower?.rows ?? []).map((row) => padded(row, lower?.width ?? 0, width)),
	];
	const above = upper?.rows.length ?? 0;
	const side: MathBox = { rows: column, width, baseline: above + base.baseline };
	return beside([base, side]);
}

/** Limits above and below a large sign. */
export function limitsBox(sign: MathBox, upper: MathBox | undefined, lower: MathBox | undefined): MathBox {
	const boxes = [...(upper ? [upper] : []), sign, ...(lower ? [lower] : [])];
	return stacked(boxes, upper ? 1 : 0);
}

const tall: Readonly<Record<string, readonly [top: string, middle: string, bottom: string]>> = {
	"(": ["⎛", "⎜", "⎝"],
	")": ["⎞", "⎟", "⎠"],
	"[": ["⎡", "⎢", "⎣"],
	"]": ["⎤", "⎥", "⎦"],
	"{": ["⎧", "⎨", "⎩"],
	"}": ["⎫", "⎬", "⎭"],
	"|": ["│", "│", "│"],
};

/** Between delimiters as high as it is; an empty delimiter is none. */
export function fencedBox(content: MathBox, open: string, close: string): MathBox {
	return beside([delimiter(open, content), content, delimiter(close, content)]);
}

function delimiter(sign: string, { rows, baseline }: MathBox): MathBox {
	const parts = tall[sign];
	if (rows.length === 1 || !parts) return textBox(sign);
	const [top, middle, bottom] = parts;
	const isBrace = sign === "{" || sign === "}";
	const between = (index: number) => (isBrace && index !== Math.floor((rows.length - 1) / 2) ? "⎪" : middle);
	const column = rows.map((_, index) => (index === 0 ? top : index === rows.length - 1 ? bottom : between(index)));
	return { rows: column, width: 1, baseline };
}

/** Cells in columns; the baseline is in the middle. */
export function gridBox(
	grid: ReadonlyArray<readonly MathBox[]>,
	options: { readonly align: "center" | "left" },
): MathBox {
	const columns = Math.max(...grid.map((row) => row.length));
	const widths = Array.from({ length: columns }, (_, column) =>
		Math.max(...grid.map((row) => row[column]?.width ?? 0)),
	);
	const lines = grid.map((row) =>
		beside(
			widths.flatMap((width, column) => {
				const cell = row[column] ?? textBox("");
				const fit = options.align === "left" ? padded : centered;
				const rows = cell.rows.map((text) => fit(text, cell.width, width));
				const gap = column === 0 ? [] : [textBox("  ")];
				return [...gap, { ...cell, rows, width }];
			}),
		),
	);
	const box = stacked(lines, 0);
	return { ...box, baseline: Math.floor((box.rows.length - 1) / 2) };
}

function padded(row: string, width: number, wanted: number): string {
	return row + " ".repeat(Math.max(0, wanted - width));
}

function centered(row: string, width: number, wanted: number): string {
	const rest = Math.max(0, wanted - width);
	return " ".repeat(rest >> 1) + row + " ".repeat(rest - (rest >> 1));
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
