/** What `${name…}` makes of a value: cut, replaced, in other letters; `undefined` when that is not plain to see. */
export function transformedValue(value: string, operation: string): string | undefined {
	if (operation.length > maxLength || estimateEffort(value, operation) > maxEffort) return undefined;
	const [, cut, pattern = ""] = /^(%%?|##?)([\s\S]*)$/.exec(operation) ?? [];
	if (cut !== undefined) return withoutMatch(value, cut, pattern);
	const [, replaces, from = "", to = ""] = /^(\/[/#%]?)((?:\\.|[^/])+)(?:\/([\s\S]*))?$/.exec(operation) ?? [];
	if (replaces !== undefined) return replaced(value, replaces, from, to);
	const [, start, length] = /^: ?(-?\d+)(?::(-?\d+))?$/.exec(operation) ?? [];
	if (start !== undefined) return slice(value, Number(start), length === undefined ? undefined : Number(length));
	return letterCases.get(operation)?.(value);
}

const maxLength = 2000;
const maxEffort = maxLength ** 2;

/** A match is looked for from every place in the value, and each `*` tries every place again. */
function estimateEffort(value: string, operation: string): number {
	const stars = operation.split("*").length - 1;
	return value.length ** Math.max(2, stars + 1);
}

const letterCases: ReadonlyMap<string, (value: string) => string> = new Map(
	Object.entries<(value: string) => string>({
		",,": (value) => value.toLowerCase(),
		"^^": (value) => value.toUpperCase(),
		",": (value) => value.slice(0, 1).toLowerCase() + value.slice(1),
		"^": (value) => value.slice(0, 1).toUpperCase() + value.slice(1),
		"@L": (value) => value.toLowerCase(),
		"@U": (value) => value.toUpperCase(),
		"@Q": (value) => value,
	}),
);

function withoutMatch(value: string, cut: string, pattern: string): string {
	const isShort = cut.length === 1;
	const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
	const inOrder = isShort ? lengths : lengths.reverse();
	const glob = new RegExp(`^(?:${globSource(pattern)})$`);
	const isEnd = cut.startsWith("%");
	const found = inOrder.find((length) =>
		glob.test(isEnd ? value.slice(value.length - length) : value.slice(0, length)),
	);
	if (found === undefined) return value;
	return isEnd ? value.slice(0, value.length - found) : value.slice(found);
}

function replaced(value: string, kind: string, from: string, to: string): string {
	const source = globSource(from);
	if (kind === "//") return value.replace(new RegExp(source, "g"), () => to);
	const anchored = kind === "/#" ? `^(?:${source})` : kind === "/%" ? `(?:${source})$` : source;
	return value.replace(new RegExp(anchored), () => to);
}

function globSource(pattern: string): string {
	return pattern
		.replace(/\\?[.+^${}()|\\[\]]/g, (char) => `\\${char.at(-1)}`)
		.replaceAll("*", "[\\s\\S]*")
		.replaceAll("?", "[\\s\\S]");
}

function slice(value: string, start: number, length: number | undefined): string {
	const from = start < 0 ? value.length + start : start;
	if (length === undefined) return value.slice(from);
	return length < 0 ? value.slice(from, length) : value.slice(from, from + length);
}
