import type { Figure } from "./benchmark.ts";

export function isBroken({ value, limit }: Figure): boolean {
	// Not-a-number is what a measurement gives that did not happen.
	return limit !== undefined && !(value <= limit);
}

/** The figures as a table, then what they have to say for themselves. */
export function report(figures: readonly Figure[]): string {
	const rows = [
		["figure", "value", "limit", ""],
		...figures.map((figure) => [
			figure.name,
			`${rounded(figure.value)} ${figure.unit}`,
			figure.limit === undefined ? "" : `≤ ${figure.limit} ${figure.unit}`,
			figure.limit === undefined ? "" : isBroken(figure) ? "✗ too much" : "✓",
		]),
	];
	const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const table = rows.map(([name = "", value = "", limit = "", verdict = ""]) =>
		`${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${limit.padStart(widths[2] ?? 0)}  ${verdict}`.trimEnd(),
	);
	const notes = figures.flatMap(({ notes = [] }) => (notes.length > 0 ? ["", ...notes] : []));
	return [...table, ...notes].join("\n");
}

function rounded(value: number): string {
	return value < 100 ? value.toFixed(1) : value.toFixed(0);
}
