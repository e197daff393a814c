import { exists as fileExists } from "node:fs/promises";
import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ScratchFolder, scratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import { currentPlace, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { splitTargets } from "@oh-my-pi/pi-policy/paths/split-targets";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { leftOutNote } from "../files/open/left-out.ts";
import { namesNodeModules } from "../files/paths/node-modules.ts";
import { answer, type Found, pageSize, type SearchDetails } from "./answer.ts";
import { type Candidate, type Found as Candidates, findCandidates, hasFiles } from "./candidates.ts";
import { chooseLayout, type Layout } from "./layout.ts";
import { type PageFile, type PageOptions, searchPage } from "./page.ts";
import { otherReadings, patternReadings } from "./pattern.ts";
import { type SearchTarget, searchTarget } from "./scope.ts";
import type { SearchDeps } from "./search.ts";
import { showMatches } from "./show-file.ts";
import { type Sources, searchSources } from "./sources.ts";

export interface SearchParams {
	readonly pattern: string;
	readonly path?: string;
	readonly case?: boolean;
	readonly gitignore?: boolean;
	readonly skip?: number | null;
	readonly output_mode?: string;
	/** Matches, or files where only those are listed. */
	readonly head_limit?: number;
	readonly "-A"?: number;
	readonly "-B"?: number;
	readonly "-C"?: number;
	readonly context?: number;
}

const maxMatchesPerFile = 20;
const maxMatchesOfOneFile = 200;
const extraMatches = 3;
const defaultTimeoutMs = 30_000;

export async function executeSearch(
	params: SearchParams,
	call: ToolCallContext<SearchDetails>,
	deps: SearchDeps,
): Promise<ToolOutput<SearchDetails>> {
	if (params.pattern.trim() === "") throw new ToolError("Pattern must not be empty");
	const skip = checkedSkip(params.skip);
	const base = currentPlace(deps);
	const exists = (path: string) => fileExists(resolvePath(path, base));
	const requestedPaths = await splitTargets(params.path, exists);
	const targets = await Promise.all(requestedPaths.map((requestedPath) => searchTarget(requestedPath, base)));
	const missing = targets.flatMap((target) => (target.kind === "missing" ? [target.requestedPath] : []));
	if (missing.length === targets.length) throw new ToolError(`Path not found: ${missing.join(", ")}`);

	const timeoutMs = deps.timeoutMs ?? defaultTimeoutMs;
	const timeout = AbortSignal.timeout(timeoutMs);
	const scratch = lazyScratch();
	try {
		const signal = AbortSignal.any([call.signal, timeout]);
		const found = await search({ targets, params, skip, signal, scratch: scratch.open }, deps);
		const shown = await Promise.all(found.page.map(({ rows, file }) => showMatches(rows, file, deps)));
		const emptyGlobs = found.totalFiles === 0 ? await globsWithoutFiles(targets, requestedPaths, signal) : [];
		return answer({ ...found, shown, skip, missing, emptyGlobs, scope: requestedPaths.join("; "), cwd: base.cwd });
	} catch (error) {
		if (!timeout.aborted || call.signal.aborted) throw error;
		throw new ToolError(
			`Search timed out after ${timeoutMs / 1000}s; narrow paths or pattern, or scope with \`find\` first`,
		);
	} finally {
		await scratch.close();
	}
}

/** Globs that fit no file at all, so that nothing could match. */
async function globsWithoutFiles(
	targets: readonly SearchTarget[],
	requestedPaths: readonly string[],
	signal: AbortSignal,
): Promise<string[]> {
	const empty: string[] = [];
	for (const [index, target] of targets.entries()) {
		if (target.kind !== "folder" || target.pattern === undefined) continue;
		const rules = {
			hidden: true,
			respectIgnore: false,
			nodeModules: namesNodeModules(`${target.root}/${target.pattern}`),
		};
		if (!(await hasFiles(target, rules, signal))) empty.push(requestedPaths[index] ?? target.pattern);
	}
	return empty;
}

function checkedSkip(skip: number | null | undefined): number {
	const value = skip ?? 0;
	if (!Number.isFinite(value) || value < 0) throw new ToolError("Skip must be a non-negative number");
	return Math.floor(value);
}

interface Search {
	readonly targets: readonly SearchTarget[];
	readonly params: SearchParams;
	readonly skip: number;
	readonly signal: AbortSignal;
	readonly scratch: () => Promise<ScratchFolder>;
}

async function search({ targets, params, skip, signal, scratch }: Search, deps: SearchDeps): Promise<Found> {
	const options = { ...currentPlace(deps), urls: deps.urls, signal, scratch };
	const sources = await searchSources(targets, options);
	if (sources.hasTexts) refuseInvalid(params.pattern);
	const ignoresCase = params.case === false;
	const { candidates, leftOut, patternArgs, note } = await readPattern(params.pattern, ignoresCase, (patternArgs) =>
		findCandidates(sources, { ...options, ripgrep: deps.ripgrep, patternArgs, gitignore: params.gitignore ?? true }),
	);
	const totalMatches = candidates.reduce((sum, { count }) => sum + count, 0);
	const layout = chooseLayout(params, {
		totalMatches,
		fileCount: candidates.length,
		context: { before: deps.contextBefore, after: deps.contextAfter },
	});
	const pageOptions = { ripgrep: deps.ripgrep, patternArgs, cwd: options.cwd, signal };
	const page = await buildPage(candidates, layout, { ...pageOptions, skip, isOneFile: isOneFile(sources) });
	return {
		...page,
		layout,
		totalMatches,
		notes: [...sources.notes, note, leftOutNote(leftOut)].filter((one) => one !== undefined),
	};
}

type PageFacts = Pick<PageOptions, "ripgrep" | "patternArgs" | "cwd" | "signal"> & {
	readonly skip: number;
	readonly isOneFile: boolean;
};

async function buildPage(
	candidates: readonly Candidate[],
	layout: Layout,
	{ skip, isOneFile, ...options }: PageFacts,
): Promise<Pick<Found, "page" | "totalFiles" | "maxMatches" | "listed">> {
	const none = { before: 0, after: 0 };
	if (layout.kind !== "lines") {
		const listed = candidates.slice(skip, skip + layout.maxFiles);
		const maxMatches = layout.kind === "counts" ? layout.examples : 0;
		const examples = maxMatches === 0 ? [] : listed.slice(0, maxMatches);
		const page = await searchPage(examples, { ...options, context: none, maxMatches });
		return { page: firstMatches(page, maxMatches), totalFiles: candidates.length, maxMatches, listed };
	}
	const onPage = candidates.slice(skip, skip + pageSize);
	const usual = isOneFile ? maxMatchesOfOneFile : maxMatchesPerFile;
	// Saying that there are a few more costs as much as showing them.
	const hasFewMore = onPage.some(({ count }) => count > usual && count <= usual + extraMatches);
	const maxMatches = hasFewMore ? usual + extraMatches : usual;
	const found = await searchPage(onPage, { ...options, context: layout.context, maxMatches });
	// A file whose matches all lie outside the wanted lines has none.
	const totalFiles = candidates.length - (onPage.length - found.length);
	return {
		page: firstMatches(found, layout.maxMatches),
		totalFiles,
		maxMatches: Math.min(maxMatches, layout.maxMatches),
	};
}

/** So many matches of all files together, each with what is around it. */
function firstMatches(page: readonly PageFile[], maxMatches: number): PageFile[] {
	let left = maxMatches;
	return page.flatMap((file): PageFile[] => {
		if (left <= 0 && !file.skipped) return [];
		let end = 0;
		for (const row of file.rows) {
			if (row.isMatch && left-- <= 0) break;
			end++;
		}
		return [{ ...file, rows: file.rows.slice(0, end) }];
	});
}

function refuseInvalid(pattern: string): void {
	try {
		new RegExp(pattern);
	} catch (error) {
		throw new ToolError(`Invalid regex: ${errorMessage(error)}`);
	}
}

async function readPattern(
	pattern: string,
	ignoreCase: boolean,
	run: (patternArgs: readonly string[]) => Promise<Candidates | undefined>,
): Promise<PatternResult> {
	const found = await readStrictly(pattern, ignoreCase, run);
	if (found.candidates.length > 0) return found;
	// Nothing reads so; what other programs would have made of it may be there.
	for (const { pattern: reading, note } of otherReadings(pattern)) {
		const readings = patternReadings(reading.pattern, { ignoreCase: ignoreCase || reading.ignoreCase });
		const other = readings[0] && (await run(readings[0]));
		if (other && other.candidates.length > 0) return { ...other, patternArgs: readings[0] ?? [], note };
	}
	return found;
}

interface PatternResult extends Candidates {
	readonly patternArgs: readonly string[];
	/** How the pattern was read, where that is not as a regex. */
	readonly note?: string;
}

async function readStrictly(
	pattern: string,
	ignoreCase: boolean,
	run: (patternArgs: readonly string[]) => Promise<Candidates | undefined>,
): Promise<PatternResult> {
	for (const [index, patternArgs] of patternReadings(pattern, { ignoreCase }).entries()) {
		const found = await run(patternArgs);
		if (!found) continue;
		const note = `The pattern is no valid regex, so ${JSON.stringify(pattern)} was searched for as it stands.`;
		return { ...found, patternArgs, ...(index > 0 && { note }) };
	}
	throw new ToolError(`Invalid regex: ${pattern}`);
}

function isOneFile({ files, folders }: Sources): boolean {
	return folders.length === 0 && files.length === 1;
}

/** A scratch folder that is made only when somebody needs it. */
function lazyScratch() {
	let folder: Promise<ScratchFolder> | undefined;
	return {
		open: () => {
			folder ??= scratchFolder();
			return folder;
		},
		close: async () => (await folder)?.[Symbol.asyncDispose](),
	};
}
