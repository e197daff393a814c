import { isSpan, type Target } from "./op.ts";

export interface Body {
	readonly rows: readonly string[];
	readonly warnings: readonly string[];
}

const barePrefixWarning = "Auto-prefixed bare body row(s) with `+`. Body rows must be `+TEXT` literal lines.";
const removedWarning =
	"Dropped `-` row(s): the named range already removes the old content, and rows hold only what shall be there.";

/** The literal content below a `PUT …:`, with what models like to write there instead put right. */
export function readBody(written: readonly string[], target: Target): Body {
	const rows = withoutBlankEnd(written);
	const prefixed = rows.some((row) => row.startsWith("+"));
	const kept = prefixed ? rows.filter((row) => !row.startsWith("-")) : rows;
	const warnings = kept.length < rows.length ? [removedWarning] : [];
	const bare = kept.filter((row) => !row.startsWith("+"));
	if (bare.length === 0) return { rows: kept.map((row) => row.slice(1)), warnings };
	const isPasted = arePasted(bare, target);
	return {
		rows: kept.map((row) => (row.startsWith("+") ? row.slice(1) : isPasted ? row.replace(/^\d+:/, "") : row)),
		warnings: [...warnings, barePrefixWarning],
	};
}

/** An empty row between others is content; behind the last one it only separates. */
function withoutBlankEnd(rows: readonly string[]): readonly string[] {
	let end = rows.length;
	while (end > 0 && rows[end - 1]?.trim() === "") end--;
	return rows.slice(0, end);
}

/** Whether rows are `N:TEXT` as they were shown, rather than content that happens to begin with a number. */
function arePasted(rows: readonly string[], target: Target): boolean {
	const numbers = rows.map((row) => Number(/^(\d+):/.exec(row)?.[1] ?? Number.NaN));
	const [first = Number.NaN] = numbers;
	if (Number.isNaN(first) || !numbers.every((number, index) => number === first + index)) return false;
	if (rows.length > 1) return true;
	if (target.kind === "end") return false;
	return isSpan(target) && target.kind === "lines"
		? first >= target.start && first <= target.end
		: first === target.line;
}
