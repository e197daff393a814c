import type { Figure } from "./benchmark.ts";

export function isBroken({ value, limit }: Figure): boolean {
	// Not-a-number is what a measurement gives that did not happen.
	return limit !== undefined && !(value <= limit);
}

/** The figures of two runs of a benchmark, each with its lowest value. */
export function lowest(first: readonly Figure[], second: readonly Figure[]): Figure[] {
	return second.map((figure) => {
		const same = first.find(({ name }) => name === figure.name);
		if (!same || Number.isNaN(same.value)) return figure;
		const [better, worse] = same.value <= figure.value ? [same, figure] : [figure, same];
		return { ...better, others: [...(same.others ?? []), worse.value] };
	});
}

/** The figures as a table, then what they have to say for themselves. */
export function report(figures: readonly Figure[]): string {
	const rows = [
		["figure", "value", "limit", ""],
		...figures.map((figure) => [
			figure.name,
			`${rounded(figure.value)} ${figure.unit}`,
			figure.limit === undefined ? "" : `≤ ${figure.limit} ${figure.unit}`,
			figure.limit === undefined ? "" : formatVerdict(figure),
		]),
	];
	const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const table = rows.map(([name = "", value = "", limit = "", verdict = ""]) =>
		`${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${limit.padStart(widths[2] ?? 0)}  ${verdict}`.trimEnd(),
	);
	const notes = figures.flatMap(({ notes = [] }) => (notes.length > 0 ? ["", ...notes] : []));
	return [...table, ...notes].join("\n");
}

function formatVerdict(figure: Figure): string {
	const others = figure.others?.map(rounded).join(", ");
	return [isBroken(figure) ? "✗ too much" : "✓", ...(others ? [`(also measured: ${others})`] : [])].join(" ");
}

function rounded(value: number): string {
	return value < 100 ? value.toFixed(1) : value.toFixed(0);
}
