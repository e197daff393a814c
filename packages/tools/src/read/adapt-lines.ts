import type { Adaptation } from "../shared/arguments/adapt.ts";
import { hasSelector, splitSelector } from "../shared/paths/selector.ts";

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
export function linesOf(given: Readonly<Record<string, unknown>>): Adaptation | undefined {
	const { path } = given;
	if (typeof path !== "string" || hasSelector(splitSelector(path).selector)) return undefined;
	const start = numberIn(given, startNames);
	const end = numberIn(given, endNames);
	const count = numberIn(given, countNames);
	const range = rangeNames.find((name) => given[name] !== undefined);
	const selector = range === undefined ? bounds(start?.value, end?.value, count?.value) : rangeText(given[range]);
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

function rangeText(given: unknown): string | undefined {
	if (Array.isArray(given)) {
		const [start, end] = given.map(Number);
		return start === undefined || Number.isNaN(start) ? undefined : bounds(start, end, undefined);
	}
	const text = typeof given === "number" ? String(given) : given;
	return typeof text === "string" && /^L?\d[\dL.,+-]*$/.test(text) ? text : undefined;
}

function numberIn(given: Readonly<Record<string, unknown>>, names: readonly string[]) {
	for (const name of names) {
		const value = Number(given[name] ?? Number.NaN);
		if (Number.isInteger(value)) return { name, value };
	}
	return undefined;
}
