export interface CleanContent {
	readonly content: string;
	readonly wasStripped: boolean;
}

const header = /^\[.*?\S\s*#[0-9A-Fa-f]{4}\]\s*$/;
const wrapper = /^\[(.*?\S)\s*#[0-9A-Fa-f]{4}\]$/;
const numbered = /^(\d+):/;

/** Content without the header and line numbers that belong to how files are shown, where it was copied with them. */
export function withoutDisplay(content: string): CleanContent {
	const lines = content.split("\n");
	const hasHeader = header.test(lines[0] ?? "");
	const body = hasHeader ? lines.slice(1) : lines;
	const isNumbered = areNumbered(body, hasHeader);
	if (!hasHeader && !isNumbered) return { content, wasStripped: false };
	const clean = isNumbered ? body.map((line) => line.replace(numbered, "")) : body;
	return { content: clean.join("\n"), wasStripped: true };
}

/** Every line but a last empty one, counting up; a single one only behind a header. */
function areNumbered(lines: readonly string[], hasHeader: boolean): boolean {
	const shown = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
	if (shown.length === 0 || (shown.length === 1 && !hasHeader)) return false;
	const numbers = shown.map((line) => Number(numbered.exec(line)?.[1] ?? Number.NaN));
	const [first = Number.NaN] = numbers;
	return numbers.every((number, index) => number === first + index);
}

/** The path in a header that was given instead of it. */
export function withoutHeader(path: string): string {
	return wrapper.exec(path.trim())?.[1] ?? path;
}
