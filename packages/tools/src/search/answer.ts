import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { OutputMeta } from "../output/output-meta.ts";
import { pathTree } from "../output/path-tree.ts";
import type { Candidate } from "./candidates.ts";
import type { Layout } from "./layout.ts";
import type { PageFile } from "./page.ts";
import { maxLineChars, type ShownMatches } from "./show-file.ts";

export interface SearchDetails {
	readonly scopePath: string;
	readonly searchPath: string;
	readonly cwd: string;
	readonly matchCount: number;
	readonly fileCount: number;
	readonly files: readonly string[];
	readonly fileMatches: ReadonlyArray<{ readonly path: string; readonly count: number }>;
	readonly fileLimitReached?: number;
	readonly perFileLimitReached?: number;
	readonly linesTruncated?: true;
	readonly truncated: boolean;
	readonly displayContent: string;
	readonly missingPaths?: readonly string[];
	readonly meta?: OutputMeta;
}

/** Files shown at once. */
export const pageSize = 20;

export interface Found {
	readonly layout: Layout;
	readonly page: readonly PageFile[];
	/** Files that are only named. */
	readonly listed?: readonly Candidate[];
	/** Of all pages. */
	readonly totalFiles: number;
	readonly totalMatches: number;
	readonly maxMatches: number;
	readonly notes: readonly string[];
}

/** What the model reads, and what a view and other programs get to know. */
export function answer(
	found: Found & {
		readonly shown: readonly ShownMatches[];
		readonly skip: number;
		readonly missing: readonly string[];
		/** Globs that no file fits. */
		readonly emptyGlobs: readonly string[];
		readonly scope: string;
		readonly cwd: string;
	},
): ToolOutput<SearchDetails> {
	const { page, shown, totalFiles, skip, missing, maxMatches } = found;
	const named = found.listed ?? page.map(({ file, count }) => ({ ...file, count }));
	const last = skip + named.length;
	const large = page.flatMap(({ skipped }) => (skipped ? [skipped] : []));
	const notes = [
		...(last < totalFiles ? [pageNote(skip, last, totalFiles)] : []),
		...(large.length > 0 ? [`Skipped files over 4 MB or binary: ${large.join(", ")}`] : []),
		...(missing.length > 0 ? [`Skipped missing paths: ${missing.join(", ")}`] : []),
		...found.notes,
	];
	const hasCutLines = shown.some((matches) => matches.hasCutLines);
	const isCapped = page.some(({ count, skipped }) => !skipped && count > maxMatches);
	const fileMatches = named.map(({ shown: path, count }) => ({ path, count }));
	return {
		...(named.length === 0 && { useless: true }),
		content: [resultText(found, "rows"), ...(notes.length > 0 ? ["", ...notes] : [])].join("\n"),
		details: {
			scopePath: found.scope,
			searchPath: found.scope,
			cwd: found.cwd,
			matchCount: found.totalMatches,
			fileCount: totalFiles,
			files: named.map(({ shown: path }) => path),
			fileMatches,
			...(last < totalFiles && { fileLimitReached: named.length }),
			...(isCapped && { perFileLimitReached: maxMatches }),
			...(hasCutLines && {
				linesTruncated: true as const,
				meta: { limits: { columnTruncated: { maxColumn: maxLineChars } } },
			}),
			truncated: last < totalFiles || isCapped || hasCutLines,
			displayContent: resultText(found, "plainRows"),
			...(missing.length > 0 && { missingPaths: missing }),
		},
	};
}

function pageNote(skip: number, last: number, total: number): string {
	return `Showing files ${skip + 1}-${last} of ${total}. Use skip=${last} for the next page, or narrow paths/pattern.`;
}

type Shown = Found & {
	readonly shown: readonly ShownMatches[];
	readonly skip: number;
	readonly emptyGlobs: readonly string[];
};

function resultText(found: Shown, which: "rows" | "plainRows"): string {
	const { layout, listed = [] } = found;
	if (layout.kind === "lines" || listed.length === 0) return linesText(found, which);
	const names = listed.map(({ shown: path, count }) => ({
		path,
		suffix: layout.kind === "counts" ? ` (${count})` : "",
	}));
	if (layout.kind === "files") return pathTree(names);
	const total = `${found.totalMatches} matches in ${found.totalFiles} files`;
	if (layout.examples === 0) return `${total}:\n${pathTree(names)}`;
	const how = 'Narrow path or pattern, or say `output_mode: "content"` for all lines.';
	return `${total}. ${how}\n\n${pathTree(names)}\n\nThe first ${layout.examples}:\n${linesText(found, which)}`;
}

function linesText(found: Shown, which: "rows" | "plainRows"): string {
	const { page, shown, totalFiles, skip, maxMatches, emptyGlobs } = found;
	const entries = page.flatMap(({ shown: path, count, rows, skipped }, index) => {
		const matches = shown[index];
		if (skipped || !matches) return [];
		// Lines around the last one wanted may match too.
		const left = count - rows.filter(({ isMatch }) => isMatch).length;
		const isWhole = found.layout.kind !== "lines";
		const more =
			!isWhole && (count > maxMatches || rows.length === 0) && left > 0
				? [`… ${left} more match${left === 1 ? "" : "es"} in this file`]
				: [];
		const suffix = which === "rows" && matches.tag !== undefined ? `#${matches.tag}` : "";
		return [{ path, suffix, rows: [...matches[which], ...more] }];
	});
	const [only] = entries;
	if (entries.length === 1 && only) return [`[${only.path}${only.suffix}]`, ...only.rows].join("\n");
	if (entries.length > 0) return pathTree(entries);
	if (skip > 0 && totalFiles > 0) return `No more results (${totalFiles} files total; skip=${skip} is past the end)`;
	return emptyGlobs.length > 0 ? `No matches found: no file matches ${emptyGlobs.join(", ")}` : "No matches found";
}
