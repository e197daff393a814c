import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isSecretFile } from "@oh-my-pi/pi-policy/files/secret-file";
import { currentPlace, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { splitTargets } from "@oh-my-pi/pi-policy/paths/split-targets";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { type FindTarget, findTarget } from "../files/open/find-target.ts";
import { leftOutNote } from "../files/open/left-out.ts";
import type { OutputMeta } from "../output/output-meta.ts";
import { pathTree } from "../output/path-tree.ts";
import type { FindDeps } from "./find.ts";
import { collect } from "./found-paths.ts";

export interface FindParams {
	readonly path?: string;
	readonly hidden?: boolean;
	readonly gitignore?: boolean;
	readonly limit?: number;
}

export interface FindDetails {
	readonly scopePath: string;
	readonly cwd: string;
	readonly fileCount: number;
	readonly files: readonly string[];
	readonly truncated: boolean;
	readonly resultLimitReached?: number;
	readonly missingPaths?: readonly string[];
	readonly meta?: OutputMeta;
}

const maxResults = 200;
const defaultTimeoutMs = 5000;

export async function executeFind(
	params: FindParams,
	call: ToolCallContext<FindDetails>,
	deps: FindDeps,
): Promise<ToolOutput<FindDetails>> {
	const limit = checkedLimit(params.limit);
	const base = currentPlace(deps);
	const options = { ...base, finder: deps.finder, urls: deps.urls, signal: call.signal };
	const exists = async (path: string) => (await deps.finder.stat([resolvePath(path, base)]))[0] !== undefined;
	const requestedPaths = await splitTargets(params.path, exists);
	const targets = await Promise.all(requestedPaths.map((requestedPath) => findTarget(requestedPath, options)));
	const missing = targets.flatMap((target) => (target.kind === "missing" ? [target.requestedPath] : []));
	if (missing.length === targets.length) throw new ToolError(`Path not found: ${missing.join(", ")}`);

	const found = collect(limit, deps, call);
	const timedOut = await walk(targets, params, call, { ...deps, found });
	const { found: paths, isCut } = found.page();
	const shown = paths.filter(({ path }) => !isSecretFile(path, base));
	const files = shown.map(({ path }) => showPath(path.replace(/\/$/, ""), base) + (path.endsWith("/") ? "/" : ""));
	const notes = [
		...(missing.length > 0 ? [`Skipped missing paths: ${missing.join(", ")}`] : []),
		...[leftOutNote(found.leftOut)].filter((note) => note !== undefined),
		...(timedOut ? [timeoutNote(deps.timeoutMs ?? defaultTimeoutMs, files.length)] : []),
	];
	const body = files.length > 0 ? pathTree(files.map((path) => ({ path }))) : "No files found matching pattern";
	const suggestion = Math.min(limit * 2, maxResults);
	const resultLimit = { reached: limit, ...(suggestion > limit && { suggestion }) };
	return {
		...(files.length === 0 && { useless: true }),
		content: [body, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n"),
		details: {
			scopePath: requestedPaths.join("; "),
			cwd: base.cwd,
			fileCount: files.length,
			files,
			truncated: isCut || timedOut,
			...(isCut && { resultLimitReached: limit, meta: { limits: { resultLimit } } }),
			...(missing.length > 0 && { missingPaths: missing }),
		},
	};
}

function checkedLimit(limit = maxResults): number {
	if (Number.isNaN(limit) || limit <= 0) throw new ToolError("Limit must be a positive number");
	return Math.min(Math.max(1, Math.floor(limit)), maxResults);
}

/** Says whether time was up before the end. */
async function walk(
	targets: readonly FindTarget[],
	params: FindParams,
	call: ToolCallContext<FindDetails>,
	deps: FindDeps & { readonly found: ReturnType<typeof collect> },
): Promise<boolean> {
	const timeout = AbortSignal.timeout(deps.timeoutMs ?? defaultTimeoutMs);
	const walks = targets.map((target) =>
		deps.found.from(target, {
			hidden: params.hidden ?? true,
			gitignore: params.gitignore ?? true,
			signal: AbortSignal.any([call.signal, timeout]),
		}),
	);
	try {
		await Promise.all(walks);
		return false;
	} catch (error) {
		if (call.signal.aborted || !isAbort(error)) throw error;
		await Promise.allSettled(walks);
		return true;
	}
}

function timeoutNote(timeoutMs: number, count: number): string {
	const partial = `returning ${count} partial matches`;
	return `find timed out after ${timeoutMs / 1000}s; ${partial} — narrow the pattern instead of retrying blindly`;
}
