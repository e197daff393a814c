import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { killOnExit, removeOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Endpoint } from "./endpoint.ts";

/** A program with a debugging server that we have started. */
export interface StartedProgram extends AsyncDisposable {
	readonly endpoint: Endpoint;
	readonly pid: number;
	/** With how it ended, in words. */
	readonly exited: Promise<string>;
	/** Chromium did not start with its sandbox. */
	readonly isUnprotected: boolean;
}

export interface StartOptions {
	readonly path: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	/** Where the sandbox fails to start, do without. Not for programs other than Chromium. */
	readonly mayDropSandbox?: boolean;
}

const endGraceMs = 2000;

/** How the folders of profiles begin. */
export const profilePrefix = "omp-browser-";

/** Starts a program with a profile of its own, and waits for its debugging server. It is killed when omp exits. */
export async function startProgram(options: StartOptions): Promise<StartedProgram> {
	const isRoot = process.getuid?.() === 0;
	if (!options.mayDropSandbox) return startOnce(options, { isUnprotected: false });
	// Chromium refuses to run its sandbox as root.
	if (isRoot) return startOnce(options, { isUnprotected: true });
	try {
		return await startOnce(options, { isUnprotected: false });
	} catch (error) {
		if (!(error instanceof EarlyEnd) || !/sandbox|user namespace/i.test(error.output)) throw error;
		return startOnce(options, { isUnprotected: true });
	}
}

async function startOnce(
	options: StartOptions,
	{ isUnprotected }: { isUnprotected: boolean },
): Promise<StartedProgram> {
	const profile = await mkdtemp(join(tmpdir(), profilePrefix));
	removeOnExit(profile);
	const child = spawn(withOwnTemp(options, profile), [
		...options.args,
		...(isUnprotected ? ["--no-sandbox"] : []),
		"--remote-debugging-port=0",
		`--user-data-dir=${profile}`,
	]);
	const forget = killOnExit(child.pid);
	const root = treeRoot(child.pid);
	const exited = child.exited.then((code) => {
		forget();
		return child.signalCode ? `was ended by ${child.signalCode}` : `ended with code ${code}`;
	});
	const end = async () => {
		await killTree(root, { graceMs: endGraceMs });
		await ignoreFailure(
			rm(profile, { recursive: true, force: true, maxRetries: 3 }),
			"the profile is removed when omp exits",
		);
	};
	try {
		const endpoint = await readEndpoint(child, exited, options);
		return { endpoint, pid: child.pid, exited, isUnprotected, [Symbol.asyncDispose]: end };
	} catch (error) {
		await end();
		throw error;
	}
}

/** Chromium leaves a folder for its socket in the one for temporary files when it is killed; there it goes with the profile. */
function withOwnTemp(options: StartOptions, profile: string): StartOptions {
	const canHoldSocket = process.platform === "linux" && profile.length <= maxFolderOfSocket;
	return canHoldSocket ? { ...options, env: { ...options.env, TMPDIR: profile } } : options;
}

/** Of the 107 characters that the path of a socket can have. */
const maxFolderOfSocket = 50;

type Child = Bun.Subprocess<"ignore", "ignore", "pipe">;

function spawn({ path, env, cwd }: StartOptions, args: readonly string[]): Child {
	try {
		const child = Bun.spawn([path, ...args], {
			cwd,
			env: { ...env },
			stdin: "ignore",
			stdout: "ignore",
			stderr: "pipe",
			detached: true,
		});
		child.unref();
		return child;
	} catch (error) {
		throw new ToolError(`Cannot start ${path}: ${errorMessage(error)}`, { cause: error });
	}
}

class EarlyEnd extends ToolError {
	readonly output: string;
	constructor(message: string, output: string) {
		super(message);
		this.output = output;
	}
}

const maxKept = 8000;

/** Chromium prints where it listens. What it prints later is read and dropped, or it would block. */
async function readEndpoint(child: Child, exited: Promise<string>, options: StartOptions): Promise<Endpoint> {
	let output = "";
	const found = Promise.withResolvers<Endpoint>();
	const read = async () => {
		const decoder = new TextDecoder();
		let isFound = false;
		for await (const bytes of child.stderr) {
			if (isFound) continue;
			output = (output + decoder.decode(bytes, { stream: true })).slice(-maxKept);
			const [, webSocket] = /DevTools listening on (ws:\/\/\S+)\s/.exec(output) ?? [];
			if (webSocket === undefined) continue;
			isFound = true;
			found.resolve({ http: `http://${new URL(webSocket).host}`, webSocket });
		}
	};
	void ignoreFailure(read(), "the program has ended");
	const ended = exited.then((how): never => {
		throw new EarlyEnd(`${options.path} ${how} before it could be used.${lastLines(output)}`, output);
	});
	ended.catch(() => {});
	const timeout = AbortSignal.timeout(options.timeoutMs);
	try {
		return await raceAbort(Promise.race([found.promise, ended]), AbortSignal.any([options.signal, timeout]));
	} catch (error) {
		if (!timeout.aborted || options.signal.aborted) throw error;
		throw new ToolError(
			`${options.path} did not open a debugging port within ${options.timeoutMs / 1000} s.${lastLines(output)}`,
		);
	}
}

function lastLines(output: string): string {
	const lines = output.split("\n").filter((line) => line.trim() !== "" && !line.includes("dbus"));
	return lines.length === 0 ? "" : ` It printed:\n${lines.slice(-5).join("\n")}`;
}
