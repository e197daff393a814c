import { isSpan, type Target } from "./op.ts";

export interface Body {
	readonly rows: readonly string[];
	/** The rows without the line numbers they seem to begin with; whether they are content, only the file can tell. */
	readonly unnumbered?: readonly string[];
	readonly warnings: readonly string[];
	/** Why it cannot be told what is meant. */
	readonly problem?: string;
}

const barePrefixWarning = "Auto-prefixed bare body row(s) with `+`. Body rows must be `+TEXT` literal lines.";
const removedWarning =
	"Dropped `-` row(s): the named range already removes the old content, and rows hold only what shall be there.";
const contextWarning =
	"Took row(s) with a leading space for context lines of a diff and dropped that one space. Body rows must be `+TEXT` literal lines.";

/** The literal content below a `PUT …:`, with what models like to write there instead put right. */
export function readBody(written: readonly string[], target: Target): Body {
	const rows = withoutBlankEnd(written);
	const prefixed = rows.some((row) => row.startsWith("+"));
	const kept = prefixed ? rows.filter((row) => !row.startsWith("-")) : rows;
	const isDiff = kept.length < rows.length;
	const warnings = isDiff ? [removedWarning] : [];
	const bare = kept.filter((row) => !row.startsWith("+"));
	if (bare.length === 0) {
		const plain = kept.map((row) => row.slice(1));
		const isNumbered = arePasted(plain, target) && startsAt(plain, target);
		return { rows: plain, warnings, ...(isNumbered && { unnumbered: plain.map(withoutNumber) }) };
	}
	const isPasted = arePasted(bare, target);
	const indented = bare.filter((row) => row.startsWith(" "));
	if (prefixed && indented.length > 0 && !isDiff && !isPasted) {
		return { rows: [], warnings, problem: ambiguousRow(indented[0] ?? "") };
	}
	const isContext = isDiff && indented.length > 0;
	const plain = (row: string) => {
		if (row.startsWith("+")) return row.slice(1);
		if (isPasted) return withoutNumber(row);
		return isContext && row.startsWith(" ") ? row.slice(1) : row;
	};
	return { rows: kept.map(plain), warnings: [...warnings, isContext ? contextWarning : barePrefixWarning] };
}

function ambiguousRow(row: string): string {
	return `row ${JSON.stringify(row.slice(0, 80))} begins with a space beside rows that begin with \`+\`: it could be a context line of a diff or content without its \`+\`. Write every row as \`+TEXT\`, with the indentation after the \`+\`.`;
}

/** An empty row between others is content; behind the last one it only separates. */
function withoutBlankEnd(rows: readonly string[]): readonly string[] {
	let end = rows.length;
	while (end > 0 && rows[end - 1]?.trim() === "") end--;
	return rows.slice(0, end);
}

/** Whether rows are `N:TEXT` as they were shown, rather than content that happens to begin with a number. */
function arePasted(rows: readonly string[], target: Target): boolean {
	const numbers = rows.map(numberOf);
	const [first = Number.NaN] = numbers;
	if (Number.isNaN(first) || !numbers.every((number, index) => number === first + index)) return false;
	if (rows.length > 1) return true;
	if (target.kind === "end") return false;
	return isSpan(target) && target.kind === "lines"
		? first >= target.start && first <= target.end
		: first === target.line;
}

/** Whether the numbers are those of the place where the rows go. */
function startsAt(rows: readonly string[], target: Target): boolean {
	const first = numberOf(rows[0] ?? "");
	if (target.kind === "end") return false;
	const line = target.kind === "lines" ? target.start : target.line;
	return first === line || (target.kind === "after" && first === line + 1);
}

function numberOf(row: string): number {
	return Number(/^(\d+)[:|]/.exec(row)?.[1] ?? Number.NaN);
}

function withoutNumber(row: string): string {
	return row.replace(/^\d+[:|]/, "");
}
