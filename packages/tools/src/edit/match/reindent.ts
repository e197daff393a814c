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
	const unit = detectUnit(known);
	if (!unit) return indent;
	const count = indent.length / unit.from.length;
	return Number.isInteger(count) && unit.from.repeat(count) === indent ? unit.to.repeat(count) : indent;
}

/** What one step in is on either side. Two depths tell it exactly; one alone is taken as that many steps of tabs. */
function detectUnit(known: ReadonlyMap<string, string>): { from: string; to: string } | undefined {
	const pairs = [...known].sort(([a], [b]) => a.length - b.length);
	for (const [index, [from, to]] of pairs.entries()) {
		const [outerFrom, outerTo] = pairs[index - 1] ?? ["", ""];
		if (pairs.length > 1 && index === 0) continue;
		if (!from.startsWith(outerFrom) || !to.startsWith(outerTo)) continue;
		const unit = smallest(from.slice(outerFrom.length), to.slice(outerTo.length));
		if (unit) return unit;
	}
	return undefined;
}

function smallest(from: string, to: string): { from: string; to: string } | undefined {
	const spaces = /^ +$/;
	const tabs = /^\t+$/;
	const [tabbed, spaced] = tabs.test(from) ? [from, to] : [to, from];
	if (!tabs.test(tabbed) || !spaces.test(spaced) || spaced.length % tabbed.length !== 0) return undefined;
	const step = " ".repeat(spaced.length / tabbed.length);
	return tabs.test(from) ? { from: "\t", to: step } : { from: step, to: "\t" };
}
