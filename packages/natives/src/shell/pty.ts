import { killOnExit } from "../process/guardian.ts";
import { killTree, treeRoot } from "../process/process-tree.ts";
import { killGraceMs } from "./shell.ts";

export interface PtyOptions {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cols?: number;
	readonly rows?: number;
	/** Output of the program, including escape sequences. */
	readonly onData: (bytes: Uint8Array) => void;
}

/** A program in a pseudo-terminal. */
export interface Pty {
	readonly pid: number;
	/** Keys as a terminal sends them: Enter is `\r`, Ctrl-C `\x03`. */
	write(keys: string): void;
	resize(cols: number, rows: number): void;
	/** Kills it and all its descendants. */
	kill(): Promise<void>;
	/** Resolves when it has exited and all output was delivered; the code is `null` when it was killed. */
	readonly exit: Promise<{ readonly exitCode: number | null }>;
}

/** Throws where there are no pseudo-terminals, or when the program cannot be started. */
export function openPty(command: readonly string[], options: PtyOptions): Pty {
	const drained = Promise.withResolvers<void>();
	const child = Bun.spawn([...command], {
		cwd: options.cwd,
		env: { ...options.env },
		terminal: {
			cols: clampCols(options.cols ?? defaultSize.cols),
			rows: clampRows(options.rows ?? defaultSize.rows),
			// Bun reuses the buffer.
			data: (_, bytes) => options.onData(bytes.slice()),
			exit: () => drained.resolve(),
		},
	});
	const { terminal } = child;
	if (!terminal) throw new Error("This platform has no pseudo-terminals");
	const root = treeRoot(child.pid);
	const forget = killOnExit(child.pid);
	const exit = child.exited.then(async () => {
		forget();
		// A background child may keep the terminal open.
		await Promise.race([drained.promise, Bun.sleep(drainMs)]);
		if (!terminal.closed) terminal.close();
		return { exitCode: child.exitCode };
	});
	return {
		pid: child.pid,
		exit,
		write(keys) {
			if (!terminal.closed) terminal.write(keys);
		},
		resize(cols, rows) {
			if (!terminal.closed) terminal.resize(clampCols(cols), clampRows(rows));
		},
		async kill() {
			await killTree(root, { graceMs: killGraceMs });
		},
	};
}

const defaultSize = { cols: 120, rows: 40 };
const drainMs = 250;

function clampCols(cols: number): number {
	return Math.min(Math.max(Math.round(cols), 20), 400);
}

function clampRows(rows: number): number {
	return Math.min(Math.max(Math.round(rows), 5), 200);
}
