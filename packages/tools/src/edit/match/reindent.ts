/** Gives lines written against `expected` the indentation that the same lines have in the file, `actual`. */
export function reindent(
	lines: readonly string[],
	expected: readonly string[],
	actual: readonly string[],
): readonly string[] {
	const known = new Map<string, string>();
	for (const [index, line] of expected.entries()) {
		if (line.trim() === "") continue;
		const from = indentOf(line);
		if (!known.has(from)) known.set(from, indentOf(actual[index] ?? ""));
	}
	if ([...known].every(([from, to]) => from === to)) return lines;
	return lines.map((line) => (line.trim() === "" ? line : mapped(indentOf(line), known) + line.trimStart()));
}

function indentOf(line: string): string {
	return line.slice(0, line.length - line.trimStart().length);
}

function mapped(indent: string, known: ReadonlyMap<string, string>): string {
	const same = known.get(indent);
	if (same !== undefined) return same;
	const froms = [...known.keys()];
	const shorter = longest(froms.filter((from) => indent.startsWith(from)));
	if (shorter !== undefined) {
		return (known.get(shorter) ?? "") + converted(indent.slice(shorter.length), known);
	}
	// Further out than anything that was matched: take as much away there as here.
	const longer = froms.filter((from) => from.startsWith(indent)).sort((a, b) => a.length - b.length)[0];
	if (longer === undefined) return indent;
	const to = known.get(longer) ?? "";
	const less = converted(longer.slice(indent.length), known).length;
	return to.slice(0, Math.max(0, to.length - less));
}

function longest(texts: readonly string[]): string | undefined {
	return [...texts].sort((a, b) => b.length - a.length)[0];
}

/** Deeper indentation in the file's own units, where those are known to differ. */
function converted(indent: string, known: ReadonlyMap<string, string>): string {
	for (const [from, to] of known) {
		const spaces = /^ +$/;
		const tabs = /^\t+$/;
		if (spaces.test(from) && tabs.test(to) && spaces.test(indent)) {
			const unit = from.length / to.length;
			if (Number.isInteger(unit) && indent.length % unit === 0) return "\t".repeat(indent.length / unit);
		}
		if (tabs.test(from) && spaces.test(to) && tabs.test(indent)) {
			const unit = to.length / from.length;
			if (Number.isInteger(unit)) return " ".repeat(indent.length * unit);
		}
	}
	return indent;
}
