export type SqlValue = string | number | bigint | boolean | Uint8Array | { readonly blobBytes: number } | null;

const maxTableWidth = 120;
const maxColumnWidth = 40;
const minColumnWidth = 4;

/** Rows as a Markdown table that fits a screen; long values are cut. */
export function formatTable(columns: readonly string[], rows: ReadonlyArray<readonly SqlValue[]>): string[] {
	const cells = [columns, ...rows.map((row) => row.map(formatCell))];
	const widths = fitWidths(
		columns.map((_, index) => Math.min(maxColumnWidth, Math.max(3, ...cells.map((row) => (row[index] ?? "").length)))),
	);
	const line = (row: readonly string[]) => `| ${row.map((cell, index) => cut(cell, widths[index] ?? 0)).join(" | ")} |`;
	const [header = [], ...body] = cells;
	return [line(header), `| ${columns.map(() => "---").join(" | ")} |`, ...body.map(line)];
}

/** One value on one line. */
export function formatValue(value: SqlValue): string {
	if (value === null) return "NULL";
	if (typeof value !== "object") return String(value);
	return `<blob ${value instanceof Uint8Array ? value.length : value.blobBytes}B>`;
}

function formatCell(value: SqlValue): string {
	return formatValue(value).replace(/\r?\n/g, "\\n").replaceAll("|", "\\|");
}

/** Takes from the widest until all fit. */
function fitWidths(widths: readonly number[]): number[] {
	const fitted = [...widths];
	const frame = fitted.length * 3 + 1;
	for (let width = sum(fitted) + frame; width > maxTableWidth; width--) {
		const widest = Math.max(...fitted);
		if (widest <= minColumnWidth) break;
		fitted[fitted.lastIndexOf(widest)] = widest - 1;
	}
	return fitted;
}

function cut(text: string, width: number): string {
	return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
