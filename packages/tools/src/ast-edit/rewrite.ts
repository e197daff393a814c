import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SearchedFile, StructuralMatch } from "../code/find-matches.ts";
import { fillTemplate, type RewriteRule } from "./template.ts";

export interface Replacement {
	readonly start: number;
	readonly end: number;
	readonly before: string;
	readonly after: string;
	/** From 1. */
	readonly lineNumber: number;
	readonly column: number;
}

export interface Rewrite {
	readonly replacements: readonly Replacement[];
	readonly text: string;
}

/** What some rules make of a file; `undefined` when they change nothing. */
export function rewriteFile(searched: SearchedFile, rules: readonly RewriteRule[]): Rewrite | undefined {
	const { text, matches } = searched;
	const all = rules.flatMap(({ template }, index) =>
		(matches[index] ?? []).map((match) => replacementFor(match, template, text)),
	);
	const replacements = all.filter(({ before, after }) => before !== after).sort((a, b) => a.start - b.start);
	if (replacements.length === 0) return undefined;
	refuseOverlaps(replacements);
	const parts: string[] = [];
	let from = 0;
	for (const { start, end, after } of replacements) {
		parts.push(text.slice(from, start), after);
		from = end;
	}
	return { replacements, text: [...parts, text.slice(from)].join("") };
}

function replacementFor(match: StructuralMatch, template: string, text: string): Replacement {
	const { lineNumber, column } = match;
	const { start, end } = template === "" ? withEmptiedLines(match, text) : match;
	const after = template === "" ? "" : fillTemplate(template, match, text);
	return { start, end, before: text.slice(start, end), after, lineNumber, column };
}

/** A deletion that leaves nothing on its lines takes the lines with it. */
function withEmptiedLines({ start, end }: StructuralMatch, text: string): { start: number; end: number } {
	const lineStart = text.lastIndexOf("\n", start - 1) + 1;
	const newline = text.indexOf("\n", end);
	const lineEnd = newline === -1 ? text.length : newline;
	const isAlone = text.slice(lineStart, start).trim() === "" && text.slice(end, lineEnd).trim() === "";
	return isAlone ? { start: lineStart, end: Math.min(lineEnd + 1, text.length) } : { start, end };
}

function refuseOverlaps(replacements: readonly Replacement[]): void {
	for (const [index, { start }] of replacements.entries()) {
		const before = replacements[index - 1];
		if (before && start < before.end) {
			throw new ToolError("Overlapping replacements detected; refine pattern to avoid ambiguous edits");
		}
	}
}
