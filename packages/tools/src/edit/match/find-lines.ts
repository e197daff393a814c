import { comparable, similarWindows } from "./similar-window.ts";

export interface MatchOptions {
	/** Off: only exact matches count. */
	readonly fuzzy: boolean;
	/** From 0 to 1. */
	readonly threshold: number;
}

export type MatchWay = "exact" | "trailing-blanks" | "indentation" | "typography" | "similarity";

export interface FoundLines {
	readonly how: MatchWay;
	/** Where the windows begin, from 0, in order. */
	readonly starts: readonly number[];
}

/** What a match of that kind passed over, for whoever should check it; `undefined` for what is the same to the eye. */
export function inexactness(how: MatchWay): string | undefined {
	switch (how) {
		case "exact":
		case "trailing-blanks":
			return undefined;
		case "indentation":
			return "the indentation differs; new lines were indented alike.";
		case "typography":
			return "quotes, dashes or blanks differ.";
		case "similarity":
			return "the text differs a little; check that it is the right place.";
	}
}

/** Each is tried only when those before found nothing. */
const ladder: ReadonlyArray<{ how: MatchWay; form: (line: string) => string }> = [
	{ how: "exact", form: (line) => line },
	{ how: "trailing-blanks", form: (line) => line.trimEnd() },
	{ how: "indentation", form: (line) => line.trim() },
	{ how: "typography", form: comparable },
];

/** Where some lines stand in a text, from line `from` on: as they are, else as nearly as is allowed. */
export function findLines(
	lines: readonly string[],
	wanted: readonly string[],
	options: MatchOptions & { from?: number; ways?: readonly MatchWay[] },
): FoundLines | undefined {
	const { from = 0, ways } = options;
	if (wanted.length === 0) return undefined;
	// Blank lines are alike everywhere.
	const isBlank = wanted.every((line) => line.trim() === "");
	for (const { how, form } of options.fuzzy && !isBlank ? ladder : ladder.slice(0, 1)) {
		if (ways && !ways.includes(how)) continue;
		const starts = windowsEqual(lines, wanted.map(form), form, from);
		if (starts.length > 0) return { how, starts };
	}
	if (!options.fuzzy || isBlank || (ways && !ways.includes("similarity"))) return undefined;
	const similar = similarWindows(lines, wanted, { threshold: options.threshold, from });
	return similar.length > 0 ? { how: "similarity", starts: similar.map(({ start }) => start) } : undefined;
}

function windowsEqual(
	lines: readonly string[],
	wanted: readonly string[],
	form: (line: string) => string,
	from: number,
): number[] {
	const starts: number[] = [];
	for (let start = from; start + wanted.length <= lines.length; start++) {
		let matched = 0;
		while (matched < wanted.length && form(lines[start + matched] ?? "") === wanted[matched]) matched++;
		if (matched === wanted.length) starts.push(start);
	}
	return starts;
}
