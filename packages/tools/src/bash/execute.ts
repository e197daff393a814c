import { stat } from "node:fs/promises";
import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import { takeLeadingCd } from "@oh-my-pi/pi-policy/parse/leading-cd";
import { timeLimit } from "../contract/time-limit.ts";
import { expandUrls, expandUrlValue } from "./command-line/expand-urls.ts";
import type { LineFilter } from "./command-line/filter-lines.ts";
import { refuseIntercepted } from "./command-line/interceptor.ts";
import { takeTrailingFilter } from "./command-line/trailing-filter.ts";
import { runAsJob, runAsJobIfSlow } from "./job-routes.ts";
import { minimizeOutput } from "./minimize/minimize.ts";
import type { BashDeps, BashParams } from "./options.ts";
import { resolveFolder } from "./resolve-folder.ts";
import { type BashDetails, bashResult } from "./result.ts";
import { isVariableName } from "./run/direnv.ts";
import { type CommandRequest, runCommand } from "./run/run-command.ts";

/** A call after everything that happens before its command runs. */
export interface PreparedCommand {
	readonly label: string;
	readonly limit: ReturnType<typeof timeLimit>;
	run(options: Pick<CommandRequest, "signal" | "onUpdate" | "callId">): Promise<ToolOutput<BashDetails>>;
}

export async function executeBash(
	params: BashParams,
	call: ToolCallContext<BashDetails>,
	deps: BashDeps,
): Promise<ToolOutput<BashDetails>> {
	if (params.async && !deps.async) {
		throw new ToolError("Async bash execution is disabled. Enable async.enabled to use async mode.");
	}
	const patched = /apply_?patch/.test(params.command)
		? await (await import("./run-patch.ts")).runPatch(params, call, deps)
		: undefined;
	if (patched) return patched;
	const prepared = await prepare(params, call.signal, deps);
	if (params.async) return runAsJob(prepared, deps.async);
	if (deps.async?.background && !params.pty) return runAsJobIfSlow(prepared, call, deps.async, deps.async.background);
	const onUpdate = (text: string) => call.onProgress({ content: text, details: {} });
	return prepared.run({ signal: call.signal, onUpdate, ...(!params.pty && { callId: call.id }) });
}

async function prepare(params: BashParams, signal: AbortSignal, deps: BashDeps): Promise<PreparedCommand> {
	const variables = checkedVariables(params.env);
	const { command: rawCommand, filter, cwd } = split(params, deps);
	const expandedCommand = deps.urls ? await expandUrls(rawCommand, deps.urls, signal) : rawCommand;
	const wanted = await existingFolder(cwd, signal, deps);
	const isPrivate = params.outside === undefined && privateFile(wanted, deps) !== wanted;
	// Only programs in the box can go there.
	const command = isPrivate ? `cd -- ${quoteForShell(wanted)} && {\n${expandedCommand}\n}` : expandedCommand;
	const folder = isPrivate ? deps.cwd() : wanted;
	const expanded = deps.urls ? await expandValues(variables, signal, deps) : variables;
	const limit = timeLimit(params.timeout, {
		default: deps.defaultTimeoutSeconds,
		min: 1,
		max: 3600,
		cap: deps.maxTimeoutSeconds,
	});
	const console = params.pty && deps.env.PI_NO_PTY !== "1" ? deps.console?.() : undefined;
	const notices = params.pty && !console ? [noConsole] : [];
	const request = {
		command,
		apart: params.async ?? false,
		...(params.outside !== undefined && { outside: true }),
		cwd: folder,
		variables: { ...forAgents, ...expanded },
		timeoutSeconds: limit.seconds,
		...(console && { console }),
		...(filter.head !== undefined && { headLines: filter.head, closesAfterHead: params.head === undefined }),
		...(filter.tail !== undefined && { tailLines: filter.tail }),
	};
	const { artifacts, minimizer } = deps;
	const minimize = minimizer && ((output: string) => minimizeOutput(command, output, minimizer()));
	const resultOptions = { limit, filter, notices, ...(artifacts && { artifacts }), ...(minimize && { minimize }) };
	return {
		label: params.command.trim(),
		limit,
		run: async (options) => bashResult(await runCommand({ ...request, ...options }, deps.run), resultOptions),
	};
}

/** Test runners and others then print less. Not in the environment of the shell, which the user's own commands share. */
const forAgents = { AGENT: "1" };

const noConsole = "pty requested but unavailable in this environment; ran without a terminal";

/** The command without what this tool does itself: lines of output to keep, and a folder to go to first. */
function split(params: BashParams, deps: BashDeps): { command: string; filter: LineFilter; cwd: string | undefined } {
	const original = params.command.trim();
	const { command, ...taken } = deps.keepsHeadTail ? { command: original } : takeTrailingFilter(original);
	const filter = { ...taken, ...lineFilter(params) };
	const { command: rest, cwd } = params.cwd === undefined ? takeLeadingCd(command) : { command, cwd: params.cwd };
	if (deps.interceptor) for (const text of new Set([original, rest])) refuseIntercepted(text, deps.interceptor);
	return { command: rest, filter, cwd };
}

function lineFilter({ head, tail }: LineFilter): LineFilter {
	return { ...(head !== undefined && { head }), ...(tail !== undefined && { tail }) };
}

async function existingFolder(requestedPath: string | undefined, signal: AbortSignal, deps: BashDeps): Promise<string> {
	const expanded =
		requestedPath !== undefined && deps.urls ? await expandUrlValue(requestedPath, deps.urls, signal) : requestedPath;
	const cwd = resolveFolder(expanded, deps);
	const found = await stat(privateFile(cwd, deps)).catch(() => undefined);
	if (!found) throw new ToolError(`Working directory does not exist: ${cwd}`);
	if (!found.isDirectory()) throw new ToolError(`Working directory is not a directory: ${cwd}`);
	return cwd;
}

/** In the box `/tmp` is another folder than outside. */
function privateFile(path: string, { box }: BashDeps): string {
	return box?.temporary.findFile(path) ?? path;
}

function checkedVariables(env: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
	const bad = Object.keys(env).find((name) => !isVariableName(name));
	if (bad !== undefined) throw new ToolError(`Invalid bash env name: ${bad}`);
	return env;
}

async function expandValues(variables: Readonly<Record<string, string>>, signal: AbortSignal, { urls }: BashDeps) {
	const entries = Object.entries(variables).map(async ([name, value]) => [
		name,
		urls ? await expandUrlValue(value, urls, signal) : value,
	]);
	return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
}
