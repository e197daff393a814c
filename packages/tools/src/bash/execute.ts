import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ToolAbortError, type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { OutputSink } from "../output/output-sink.ts";
import type { BashDeps } from "./bash.ts";

export interface BashParams {
	readonly command: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly timeout?: number;
	readonly cwd?: string;
}

export interface BashDetails {
	timeoutSeconds?: number;
	timeoutDisabled?: true;
	requestedTimeoutSeconds?: number;
	wallTimeMs?: number;
	exitCode?: number;
	timedOut?: true;
}

const minTimeoutSeconds = 1;
const maxTimeoutSeconds = 3600;
const progressIntervalMs = 50;

/** So that nothing a command starts waits for a person, pages its output or paints colours. */
const quietEnv = {
	PAGER: "cat",
	GIT_PAGER: "cat",
	MANPAGER: "cat",
	LESS: "FRX",
	EDITOR: "true",
	VISUAL: "true",
	GIT_EDITOR: "true",
	GIT_TERMINAL_PROMPT: "0",
	SSH_ASKPASS: "/usr/bin/false",
	TERM: "dumb",
	NO_COLOR: "1",
	CI: "true",
};

export async function executeBash(
	params: BashParams,
	call: ToolCallContext<BashDetails>,
	deps: BashDeps,
): Promise<ToolOutput<BashDetails>> {
	const command = params.command.trim();
	const cwd = await resolveCwd(params.cwd, deps.cwd());
	const env = { ...quietEnv, ...deps.env, ...checkedEnv(params.env) };
	const limit = timeoutOf(params.timeout, deps.defaultTimeoutSeconds);
	const timeout = limit.seconds === undefined ? undefined : AbortSignal.timeout(limit.seconds * 1000);
	const signal = timeout ? AbortSignal.any([call.signal, timeout]) : call.signal;

	const sink = new OutputSink();
	const startedAt = deps.now();
	let shownAt = 0;
	const onData = (bytes: Uint8Array) => {
		sink.push(bytes);
		const now = deps.now();
		if (now - shownAt < progressIntervalMs) return;
		shownAt = now;
		call.onProgress({ content: sink.dump().text, details: {} });
	};
	const run = await deps.shell.run(command, { cwd, env, signal, onData });

	const wallTimeMs = deps.now() - startedAt;
	const details: BashDetails = { ...limit.details, wallTimeMs };
	const output = sink.dump().text;
	if (call.signal.aborted) throw new ToolAbortError(`[Command cancelled]\n${output}`);
	const lines = [output || "(no output)", "", `Wall time: ${(wallTimeMs / 1000).toFixed(2)} seconds`, ...limit.notices];
	if (timeout?.aborted) {
		lines.unshift(`[Command timed out after ${limit.seconds} seconds]`);
		return { content: lines.join("\n"), details: { ...details, timedOut: true }, isError: true };
	}
	if (run.exitCode === null) lines.push("", "Command failed: missing exit status");
	else if (run.exitCode !== 0) {
		lines.push("", `Command exited with code ${run.exitCode}`);
		details.exitCode = run.exitCode;
	}
	return { content: lines.join("\n"), details, isError: run.exitCode !== 0 };
}

async function resolveCwd(given: string | undefined, sessionCwd: string): Promise<string> {
	const cwd = given ? resolve(sessionCwd, given) : sessionCwd;
	const found = await stat(cwd).catch(() => undefined);
	if (!found) throw new ToolError(`Working directory does not exist: ${cwd}`);
	if (!found.isDirectory()) throw new ToolError(`Working directory is not a directory: ${cwd}`);
	return cwd;
}

function checkedEnv(env: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
	const bad = Object.keys(env).find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
	if (bad !== undefined) throw new ToolError(`Invalid bash env name: ${bad}`);
	return env;
}

function timeoutOf(requested: number | undefined, defaultSeconds: number) {
	if (requested === 0) return { seconds: undefined, details: { timeoutDisabled: true as const }, notices: [] };
	const wanted = requested ?? defaultSeconds;
	const seconds = Math.min(Math.max(wanted, minTimeoutSeconds), maxTimeoutSeconds);
	if (seconds === wanted) return { seconds, details: { timeoutSeconds: seconds }, notices: [] };
	const range = `allowed range ${minTimeoutSeconds}-${maxTimeoutSeconds}s`;
	return {
		seconds,
		details: { timeoutSeconds: seconds, requestedTimeoutSeconds: wanted },
		notices: [`Timeout clamped to ${seconds}s (requested ${wanted}s; ${range}).`],
	};
}
