import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { currentPlace } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { type ParseIssue, type SearchedFile, type StructuralMatch, searchFiles } from "../code/find-matches.ts";
import { issueDetails, issueLines, uniqueIssues } from "../code/issues.ts";
import { checkedPattern } from "../code/pattern.ts";
import { patternIssues } from "../code/pattern-issues.ts";
import { sourceFiles } from "../code/source-files.ts";
import { leftOutLines } from "../files/open/left-out.ts";
import { pathTree } from "../output/path-tree.ts";
import type { AstGrepPorts } from "./ast-grep.ts";
import { type ShownFile, showFile } from "./show-file.ts";

export interface AstGrepParams {
	readonly pat: string;
	readonly path?: string;
	/** Other models' way to give several. */
	readonly paths?: string | readonly string[];
	readonly skip?: number;
}

export interface AstGrepDetails {
	readonly matchCount: number;
	readonly fileCount: number;
	readonly filesSearched: number;
	readonly limitReached: boolean;
	readonly parseErrors?: readonly string[];
	readonly parseErrorsTotal?: number;
	readonly scopePath: string;
	readonly searchPath: string;
	readonly cwd: string;
	readonly files: readonly string[];
	readonly fileMatches: ReadonlyArray<{ readonly path: string; readonly count: number }>;
	readonly displayContent: string;
	readonly missingPaths?: readonly string[];
}

const maxMatches = 50;

export async function executeAstGrep(
	params: AstGrepParams,
	signal: AbortSignal,
	deps: AstGrepPorts,
): Promise<ToolOutput<AstGrepDetails>> {
	const pattern = checkedPattern(params.pat);
	const skip = checkedSkip(params.skip);
	const base = currentPlace(deps);
	const scope = await sourceFiles(params.path, base, deps, signal);
	const issues: ParseIssue[] = [];
	const { page, limitReached } = await collectPage(searchFiles(scope.files, [pattern], issues, signal), skip);
	const shown = page.map(({ searched, matches }) => showFile(searched, matches, deps));
	const found = uniqueIssues(issues);
	const reasons = shown.length > 0 || skip > 0 ? found : [...found, ...(await patternIssues(pattern, scope))];
	const missing = scope.missing.length > 0 ? ["", `Skipped missing paths: ${scope.missing.join(", ")}`] : [];
	const limit = limitReached
		? ["", `Result limit reached; narrow paths or increase limit. Use skip=${skip + maxMatches} for more.`]
		: [];
	return {
		content: [
			shown.length > 0 ? tree(shown, "rows") : nothing(skip, reasons),
			...limit,
			...missing,
			...leftOutLines(scope.leftOut),
			...issueLines(reasons),
		].join("\n"),
		details: {
			matchCount: shown.reduce((sum, { count }) => sum + count, 0),
			fileCount: shown.length,
			filesSearched: scope.files.length,
			limitReached,
			...issueDetails(reasons),
			scopePath: scope.scopePath,
			searchPath: scope.scopePath,
			cwd: base.cwd,
			files: shown.map(({ path }) => path),
			fileMatches: shown.map(({ path, count }) => ({ path, count })),
			displayContent: tree(shown, "plainRows"),
			...(scope.missing.length > 0 && { missingPaths: scope.missing }),
		},
	};
}

function nothing(skip: number, reasons: readonly string[]): string {
	if (skip > 0) return `No more results (skip=${skip} is past the end)`;
	if (reasons.length === 0) return "No matches found";
	return "No matches found. The parse issues below may mean that the query does not fit these files.";
}

function checkedSkip(skip = 0): number {
	if (!Number.isFinite(skip) || skip < 0) throw new ToolError("Skip must be a non-negative number");
	return Math.floor(skip);
}

interface PageFile {
	readonly searched: SearchedFile;
	readonly matches: readonly StructuralMatch[];
}

/** Looks no further than one match behind the page, which is enough to know that there are more. */
async function collectPage(
	files: AsyncGenerator<SearchedFile>,
	skip: number,
): Promise<{ page: PageFile[]; limitReached: boolean }> {
	const page: PageFile[] = [];
	let toSkip = skip;
	let room = maxMatches;
	for await (const searched of files) {
		const [found = []] = searched.matches;
		const wanted = found.slice(toSkip);
		toSkip = Math.max(0, toSkip - found.length);
		if (wanted.length === 0) continue;
		if (room > 0) page.push({ searched, matches: wanted.slice(0, room) });
		room -= wanted.length;
		if (room < 0) return { page, limitReached: true };
	}
	return { page, limitReached: false };
}

function tree(shown: readonly ShownFile[], which: "rows" | "plainRows"): string {
	const entries = shown.map(({ path, tag, ...rows }) => ({
		path,
		rows: rows[which],
		...(which === "rows" && tag !== undefined && { suffix: `#${tag}` }),
	}));
	const [only] = entries;
	if (only && entries.length === 1) return [`[${only.path}${only.suffix ?? ""}]`, ...only.rows].join("\n");
	return pathTree(entries);
}
