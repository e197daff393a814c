import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import type { Shell } from "@oh-my-pi/pi-natives/shell/shell";
import type { BoxService } from "../../box/box-service.ts";
import { deadline } from "../../contract/time-limit.ts";
import type { ArtifactSpace } from "../../output/artifact-space.ts";
import { defaultOutputLimits, type OutputLimits } from "../../output/output-limits.ts";
import { coalesce } from "../../output/stream/coalesce.ts";
import { OutputSink, type SunkOutput } from "../../output/stream/output-sink.ts";
import type { CommandTerminal, TerminalRunOptions } from "../../services/command-terminal.ts";
import type { ConsolePort } from "../../services/console-port.ts";
import { loadDirenv } from "./direnv.ts";
import { type ConsoleRun, runInConsole } from "./run-in-console.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface RunPorts {
	readonly shell: Shell;
	readonly shellPath?: string;
	/** What commands inherit; the owner has taken out what they have no use for. */
	readonly env: Env;
	/** The same with nothing in it that waits for a person. */
	readonly quietEnv: Env;
	/** The box that commands run in; absent where there is none. */
	readonly box?: BoxService;
	readonly now: () => number;
	readonly artifacts?: ArtifactSpace;
	readonly limits?: OutputLimits;
	/** Loads what `.envrc` files set, within so long; absent when it is switched off. */
	readonly direnv?: { readonly timeoutMs: number };
	/** Runs commands instead of the shell, where the program that shows the session offers it. */
	readonly terminal?: () => CommandTerminal | undefined;
}

export interface CommandRequest {
	readonly command: string;
	readonly cwd: string;
	readonly variables: Readonly<Record<string, string>>;
	readonly timeoutSeconds: number | undefined;
	readonly signal: AbortSignal;
	/** The call that it belongs to, if it may run in a terminal elsewhere. */
	readonly callId?: string;
	/** Gets all there is so far, now and then. */
	readonly onUpdate?: (text: string) => void;
	/** Runs it in a terminal that the user sees. */
	readonly console?: ConsolePort;
	/** It goes on while others run, so it must not take their shell. */
	readonly apart?: boolean;
	/** It runs outside the box. */
	readonly outside?: boolean;
	/** Only so many lines were asked for: a flood behind them is cut off. */
	readonly headLines?: number;
	/** Only so many of the last lines were asked for. */
	readonly tailLines?: number;
	/** As with `| head` in a shell, the output is closed once these lines are there. */
	readonly closesAfterHead?: boolean;
}

export interface CommandResult {
	/** `null` when it was stopped or killed. */
	readonly exitCode: number | null;
	readonly output: SunkOutput;
	/** The folder in which it left the shell, if that is known. */
	readonly endFolder?: string;
	readonly wallTimeMs: number;
	readonly timedOut: boolean;
	readonly aborted: boolean;
	/** What went wrong with the terminal. */
	readonly consoleError?: string;
	readonly endedByUser?: boolean;
	/** What the box refused or put back, for the model. */
	readonly boxNotes?: readonly string[];
}

const updateIntervalMs = 100;
/** Behind the lines that were asked for, so much is still kept for later; then the pipe is closed. */
const floodBytes = 16 * 1024 * 1024;
const sigpipeExitCode = 141;

/** Runs a command with its time limit, takes in what it prints, and shows that on the way. */
export async function runCommand(request: CommandRequest, ports: RunPorts): Promise<CommandResult> {
	const { cwd, onUpdate, headLines, closesAfterHead } = request;
	using limit = deadline(request.timeoutSeconds, request.signal);
	using sink = newSink(request, ports);
	using updates = coalesce(() => onUpdate?.(sink.dump().text), updateIntervalMs);
	const enough = new AbortController();
	const isFlood = floodGuard(headLines, closesAfterHead ? 0 : floodBytes);
	const onData = (bytes: Uint8Array) => {
		sink.push(bytes);
		updates.request();
		if (isFlood(bytes)) enough.abort();
	};
	const startedAt = ports.now();
	const { apart = false, outside = false } = request;
	const inBox = outside ? undefined : ports.box?.enter();
	const watch = outside ? undefined : ports.box?.watch(request.command, cwd);
	const { command, variables } = await withDirenv(request, ports, { signal: limit.signal, inBox });
	const options = { cwd, variables, signal: limit.signal, onData, apart, outside };
	const start = async (): Promise<ConsoleRun> => {
		const elsewhere = await runElsewhere(command, { ...options, callId: request.callId }, ports);
		if (elsewhere) return elsewhere;
		if (!request.console) return ports.shell.run(command, { ...options, env: ports.quietEnv, enough: enough.signal });
		const { env, shellPath = findProgram("bash", env.PATH, cwd) ?? "bash" } = ports;
		return runInConsole(command, { ...options, env, shellPath, inBox }, request.console);
	};
	const run: ConsoleRun = limit.signal.aborted ? { exitCode: null } : await start();
	sink.end();
	const output = sink.dump();
	const boxNotes = watch?.end({ output: output.text, failed: run.exitCode !== 0 }) ?? [];
	const wasCut = enough.signal.aborted && (run.exitCode === sigpipeExitCode || run.exitCode === null);
	return {
		exitCode: wasCut && !limit.signal.aborted ? 0 : run.exitCode,
		output,
		...(run.endFolder !== undefined && { endFolder: run.endFolder }),
		wallTimeMs: ports.now() - startedAt,
		timedOut: limit.isOver,
		aborted: request.signal.aborted,
		...(run.error !== undefined && { consoleError: run.error }),
		...(run.endedByUser && { endedByUser: true }),
		...(boxNotes.length > 0 && { boxNotes }),
	};
}

async function runElsewhere(
	command: string,
	{ callId, ...options }: Omit<TerminalRunOptions, "callId"> & { readonly callId: string | undefined },
	{ terminal }: RunPorts,
): Promise<ConsoleRun | undefined> {
	return callId === undefined ? undefined : terminal?.()?.run(command, { ...options, callId });
}

async function withDirenv(
	{ command, cwd, variables }: CommandRequest,
	{ direnv, env }: RunPorts,
	options: { readonly signal: AbortSignal; readonly inBox: InBox | undefined },
): Promise<Pick<CommandRequest, "command" | "variables">> {
	if (!direnv) return { command, variables };
	const { variables: loaded, removed } = await loadDirenv(cwd, { ...direnv, env, ...options });
	const gone = removed.filter((name) => !(name in variables));
	return {
		command: gone.length > 0 ? `unset -v ${gone.join(" ")}; ${command}` : command,
		variables: { ...loaded, ...variables },
	};
}

/** The end that was asked for gets all the room, line by line. */
function newSink({ headLines, tailLines }: CommandRequest, { artifacts, limits = defaultOutputLimits }: RunPorts) {
	const { maxBytes } = limits;
	const ends = {
		...(headLines !== undefined && { headBytes: maxBytes }),
		...(tailLines !== undefined && { tailBytes: maxBytes }),
	};
	const folds = headLines === undefined && tailLines === undefined;
	return new OutputSink({ toolName: "bash", folds, limits: { ...limits, ...ends }, ...(artifacts && { artifacts }) });
}

function floodGuard(headLines: number | undefined, maxBehind: number): (bytes: Uint8Array) => boolean {
	if (headLines === undefined) return () => false;
	let lines = 0;
	let bytesBehind = 0;
	return (bytes) => {
		if (lines >= headLines) bytesBehind += bytes.length;
		else for (const byte of bytes) if (byte === newline) lines++;
		return maxBehind === 0 ? lines >= headLines : bytesBehind > maxBehind;
	};
}

const newline = 0x0a;
