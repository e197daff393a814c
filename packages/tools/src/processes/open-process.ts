import { closeSync, openSync } from "node:fs";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree, type TreeRoot, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { openPty } from "@oh-my-pi/pi-natives/shell/pty";
import { startMark } from "./process-record.ts";
import type { ProcessSpec } from "./process-spec.ts";

export interface OpenProcess {
	readonly pid: number;
	/** Distinguishes it from a later process with the same number. */
	readonly startMark: string | undefined;
	/** Whether text can be typed into it. */
	readonly takesInput: boolean;
	write(text: string): void;
	/** End of input; in a terminal the key for it. */
	closeInput(): void;
	/** Ctrl-C; a process without a terminal gets the signal. */
	interrupt(): void;
	/** Kills it and all its descendants: SIGTERM first, then SIGKILL. */
	kill(): Promise<void>;
	/** Resolves when it has exited and its output was delivered. */
	readonly exit: Promise<{ readonly exitCode: number | null }>;
}

export interface OpenOptions {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly onData: (bytes: Uint8Array) => void;
	/** A process that outlives omp writes here by itself. */
	readonly logFile: string;
	/** How it is started; as it is without. */
	readonly inBox?: InBox | undefined;
}

/** How long a process has to end after SIGTERM. */
export const stopGraceMs = 5000;
/** How long to wait for output of descendants that keep a pipe open. */
const drainMs = 250;

/** A program that prints without end is slowed down, so that omp stays responsive. */
const maxBurstBytes = 256 * 1024;
const burstPauseMs = 5;

/** Throws when the program cannot be started. */
export function openProcess(spec: ProcessSpec, options: OpenOptions): OpenProcess {
	if (spec.persist) return openPersistent(spec, options);
	return spec.pty && process.platform !== "win32" ? openInTerminal(spec, options) : openWithPipes(spec, options);
}

function openInTerminal(spec: ProcessSpec, { env, onData, inBox }: OpenOptions): OpenProcess {
	const terminal = { TERM: "xterm-256color" };
	const pty = openPty(inBox?.(spec.command) ?? spec.command, {
		cwd: spec.cwd,
		env: { ...env, ...terminal, ...spec.env },
		onData,
	});
	const root = treeRoot(pty.pid);
	return {
		pid: pty.pid,
		startMark: startMark(pty.pid),
		takesInput: true,
		write: (text) => pty.write(text),
		closeInput: () => pty.write("\x04"),
		interrupt: () => pty.write("\x03"),
		kill: () => killTree(root, { graceMs: stopGraceMs }),
		exit: pty.exit,
	};
}

function openWithPipes(spec: ProcessSpec, { env, onData, inBox }: OpenOptions): OpenProcess {
	const child = Bun.spawn([...(inBox?.(spec.command) ?? spec.command)], {
		cwd: spec.cwd,
		env: { ...env, ...spec.env },
		stdin: "pipe",
		stdout: "pipe",
		stderr: "pipe",
		detached: true,
	});
	const root = treeRoot(child.pid);
	const forget = killOnExit(child.pid);
	const drained = Promise.allSettled([pass(child.stdout, onData), pass(child.stderr, onData)]);
	const exit = child.exited.then(async () => {
		forget();
		await Promise.race([drained, Bun.sleep(drainMs)]);
		return { exitCode: child.exitCode };
	});
	return {
		...common(root),
		takesInput: true,
		write(text) {
			void child.stdin.write(text);
			void child.stdin.flush();
		},
		closeInput: () => void child.stdin.end(),
		exit,
	};
}

/** Nothing of it is tied to omp: no terminal, no pipe, no guardian. */
function openPersistent(spec: ProcessSpec, { env, logFile }: OpenOptions): OpenProcess {
	const log = openSync(logFile, "a", 0o600);
	try {
		const child = Bun.spawn([...spec.command], {
			cwd: spec.cwd,
			env: { ...env, ...spec.env },
			stdin: "ignore",
			stdout: log,
			stderr: log,
			detached: true,
		});
		child.unref();
		return {
			...common(treeRoot(child.pid)),
			takesInput: false,
			write() {},
			closeInput() {},
			exit: child.exited.then(() => ({ exitCode: child.exitCode })),
		};
	} finally {
		closeSync(log);
	}
}

function common(root: TreeRoot) {
	return {
		pid: root.pid,
		startMark: startMark(root.pid),
		interrupt: () => signalGroup(root.pid, "SIGINT"),
		kill: () => killTree(root, { graceMs: stopGraceMs }),
	};
}

/** Each process is started as the leader of its group. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(process.platform === "win32" ? pid : -pid, signal);
	} catch {
		// ESRCH: it has already exited.
	}
}

async function pass(stream: ReadableStream<Uint8Array>, onData: (bytes: Uint8Array) => void): Promise<void> {
	let burst = 0;
	for await (const bytes of stream) {
		onData(bytes);
		burst += bytes.length;
		if (burst < maxBurstBytes) continue;
		burst = 0;
		await Bun.sleep(burstPauseMs);
	}
}
