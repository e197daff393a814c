import { stat } from "node:fs/promises";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { findMatches, type MatchedRow } from "@oh-my-pi/pi-natives/ripgrep/search";
import type { LineRange } from "../files/paths/selector.ts";
import { formatBytes } from "../output/format-bytes.ts";
import type { Candidate } from "./candidates.ts";

/** A file of the page with the rows to show. */
export interface PageFile {
	readonly shown: string;
	readonly rows: readonly MatchedRow[];
	/** All matching lines, of which the rows may show only the first. */
	readonly count: number;
	readonly file: Candidate;
	/** Why there are no rows. */
	readonly skipped?: string;
}

export interface PageOptions {
	readonly ripgrep: Ripgrep;
	readonly patternArgs: readonly string[];
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly context: { readonly before: number; readonly after: number };
	readonly maxMatches: number;
}

const maxFileBytes = 4 * 1024 * 1024;

/** The matches of the candidates on one page. */
export async function searchPage(candidates: readonly Candidate[], options: PageOptions): Promise<PageFile[]> {
	const sizes = await Promise.all(candidates.map(({ path }) => stat(path).catch(() => undefined)));
	const isLarge = (index: number) => (sizes[index]?.size ?? 0) > maxFileBytes;
	const searched = candidates.filter((_, index) => !isLarge(index));
	const hasRanges = searched.some(({ ranges }) => ranges.length > 0);
	const { ripgrep, patternArgs, cwd, signal, context } = options;
	const { files } = await findMatches(ripgrep, {
		patternArgs,
		cwd,
		signal,
		files: searched.map(({ path }) => path),
		contextBefore: context.before,
		contextAfter: context.after,
		// Which of the matches count is known only afterwards.
		...(!hasRanges && { maxMatches: options.maxMatches }),
	});
	return candidates.flatMap((file, index): PageFile[] => {
		const { shown } = file;
		if (isLarge(index)) {
			const size = formatBytes(sizes[index]?.size ?? 0);
			return [{ shown, rows: [], count: file.count, file, skipped: `${shown} (${size})` }];
		}
		const found = files.get(file.path);
		// A file that was changed or removed meanwhile has nothing to show.
		if (!found || found.rows.length === 0) return [];
		if (found.binary) return [{ shown, rows: [], count: file.count, file, skipped: `${shown} (binary)` }];
		if (file.ranges.length === 0) return [{ shown, rows: found.rows, count: file.count, file }];
		const { rows, count } = within(found.rows, file.ranges, options);
		return count > 0 ? [{ shown, rows, count, file }] : [];
	});
}

/** Only the matches in the ranges, with what is around them. */
function within(rows: readonly MatchedRow[], ranges: readonly LineRange[], { context, maxMatches }: PageOptions) {
	const lines = rows
		.filter(({ isMatch, lineNumber }) => isMatch && isIn(ranges, lineNumber))
		.map((row) => row.lineNumber);
	const kept = new Set(lines.slice(0, maxMatches));
	const isNear = (line: number) =>
		[...kept].some((match) => line >= match - context.before && line <= match + context.after);
	const shown = rows.filter(({ lineNumber }) => isNear(lineNumber));
	return { rows: shown.map((row) => ({ ...row, isMatch: kept.has(row.lineNumber) })), count: lines.length };
}

function isIn(ranges: readonly LineRange[], line: number): boolean {
	return ranges.length === 0 || ranges.some(({ start, end }) => line >= start && (end === undefined || line <= end));
}
