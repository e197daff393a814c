import type { SearchParams } from "./execute.ts";

/** How much of each match is shown; the more there are, the less. */
export type Layout =
	| {
			readonly kind: "lines";
			readonly context: { readonly before: number; readonly after: number };
			/** Matches shown in all. */
			readonly maxMatches: number;
	  }
	/** With the numbers of matches, and some matches as examples. */
	| { readonly kind: "counts"; readonly maxFiles: number; readonly examples: number }
	| { readonly kind: "files"; readonly maxFiles: number };

export interface SearchFacts {
	readonly totalMatches: number;
	readonly fileCount: number;
	/** As the settings have it. */
	readonly context: { readonly before: number; readonly after: number };
}

const maxWithContext = 15;
const maxWithLines = 50;
const maxListedFiles = 100;
const examples = 3;

export function chooseLayout(params: SearchParams, facts: SearchFacts): Layout {
	const { totalMatches, fileCount } = facts;
	const limit = params.head_limit !== undefined && params.head_limit > 0 ? Math.floor(params.head_limit) : undefined;
	const maxFiles = limit ?? maxListedFiles;
	if (params.output_mode === "files_with_matches") return { kind: "files", maxFiles };
	if (params.output_mode === "count") return { kind: "counts", maxFiles, examples: 0 };
	const asked = askedContext(params);
	const isAsked = asked !== undefined || params.output_mode === "content" || limit !== undefined;
	if (!isAsked && totalMatches > maxWithLines && fileCount > 1) return { kind: "counts", maxFiles, examples };
	const context = asked ?? (totalMatches > maxWithContext || isAsked ? { before: 0, after: 0 } : facts.context);
	return { kind: "lines", context, maxMatches: limit ?? (isAsked ? Number.POSITIVE_INFINITY : maxWithLines) };
}

function askedContext(params: SearchParams): { before: number; after: number } | undefined {
	const around = params["-C"] ?? params.context;
	const [before, after] = [params["-B"] ?? around, params["-A"] ?? around];
	if (before === undefined && after === undefined) return undefined;
	return { before: linesOf(before), after: linesOf(after) };
}

function linesOf(value: number | undefined): number {
	return Math.min(50, Math.max(0, Math.floor(value ?? 0)));
}
