import type { Adaptation } from "../contract/adapt.ts";
import { hasSelector, splitSelector } from "../files/paths/selector.ts";

const startNames = [
	"offset",
	"start_line",
	"startLine",
	"line_start",
	"start",
	"from",
	"line",
	"start_line_one_indexed",
];
const endNames = ["end_line", "endLine", "line_end", "end", "to", "end_line_one_indexed_inclusive"];
const countNames = ["limit", "num_lines", "max_lines", "count", "lines_count"];
const rangeNames = ["view_range", "range", "lines", "line_range", "selector"];

/** Lines as other programs ask for them: `offset` and `limit`, `start_line` and `end_line`, `view_range`. */
export function adaptLines(args: Readonly<Record<string, unknown>>): Adaptation | undefined {
	const { path } = args;
	if (typeof path !== "string" || hasSelector(splitSelector(path).selector)) return undefined;
	const start = numberIn(args, startNames);
	const end = numberIn(args, endNames);
	const count = numberIn(args, countNames);
	const range = rangeNames.find((name) => args[name] !== undefined);
	const selector = range === undefined ? bounds(start?.value, end?.value, count?.value) : rangeText(args[range]);
	if (selector === undefined) return undefined;
	const taken = [start?.name, end?.name, count?.name, range].filter((name) => name !== undefined);
	return { taken, meaning: { path: `${path}:${selector}` } };
}

function bounds(start: number | undefined, end: number | undefined, count: number | undefined): string | undefined {
	const first = Math.max(1, start ?? 1);
	if (end !== undefined && end >= first) return `${first}-${end}`;
	if (count !== undefined && count > 0) return `${first}+${count}`;
	return start === undefined ? undefined : `${first}`;
}

function rangeText(range: unknown): string | undefined {
	if (Array.isArray(range)) {
		const [start, end] = range.map(Number);
		return start === undefined || Number.isNaN(start) ? undefined : bounds(start, end, undefined);
	}
	const text = typeof range === "number" ? String(range) : range;
	return typeof text === "string" && /^L?\d[\dL.,+-]*$/.test(text) ? text : undefined;
}

function numberIn(args: Readonly<Record<string, unknown>>, names: readonly string[]) {
	for (const name of names) {
		const value = Number(args[name] ?? Number.NaN);
		if (Number.isInteger(value)) return { name, value };
	}
	return undefined;
}
