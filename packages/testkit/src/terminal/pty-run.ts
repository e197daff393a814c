import { productEnv } from "../isolation/isolated-env.ts";
import { patienceMs, until } from "../until.ts";
import { type TerminalModes, type VirtualTerminal, virtualTerminal } from "./virtual-terminal.ts";

/** A program in a real pseudo-terminal, with a virtual screen. */
export interface PtyRun extends AsyncDisposable {
	readonly pid: number;
	/** Types keys; Enter is `\r`, Ctrl-C `\x03`. */
	type(keys: string): void;
	screen(): string;
	history(): string;
	/** All output so far, including escape sequences. */
	output(): string;
	/** Modes that the program left on, of the screen and of the line discipline. */
	modes(): TerminalModes & { readonly raw: boolean };
	/** Waits until the text is on the screen. */
	waitFor(text: string | RegExp, options?: { timeoutMs?: number }): Promise<void>;
	/** What was held back reaches the screen after the change, and before the program hears of it. */
	resize(cols: number, rows: number): Promise<void>;
	/** Output stays on its way to the screen until the next `resize`; returns how many bytes that are so far. */
	holdOutput(): () => number;
	kill(signal?: NodeJS.Signals): void;
	/** Closes the terminal (SIGHUP). */
	hangUp(): void;
	/** Resolves when the program has exited and all output is on the screen. */
	readonly exit: Promise<{ code: number | null; signal: string | null }>;
}

export function ptyRun(
	command: readonly string[],
	options: { cols?: number; rows?: number; env?: Record<string, string | undefined>; cwd?: string } = {},
): PtyRun {
	const { cols = 80, rows = 24 } = options;
	const view = virtualTerminal({ cols, rows });
	const decoder = new TextDecoder();
	const outputEnd = Promise.withResolvers<void>();
	let output = "";
	let drawn = Promise.resolve();
	let held: Uint8Array[] | undefined;
	const frames = wholeFrames((data) => {
		if (held) held.push(data);
		else drawn = view.write(data);
	});
	const child = Bun.spawn([...command], {
		...(options.cwd !== undefined && { cwd: options.cwd }),
		env: { TERM: "xterm-256color", COLORTERM: "truecolor", ...(options.env ?? productEnv()) },
		// Given inline, the terminal becomes the child's controlling one: Ctrl-C and resizes arrive as signals.
		terminal: {
			cols,
			rows,
			data(_, data) {
				output += decoder.decode(data, { stream: true });
				frames.add(data);
			},
			exit: () => outputEnd.resolve(),
		},
	});
	const pty = child.terminal;
	if (!pty) throw new Error("This platform has no pseudo-terminals");
	view.onReply((reply) => {
		if (!pty.closed) pty.write(reply);
	});
	const exit = child.exited.then(async () => {
		// Background children may keep the terminal open; the program's own output arrives well before.
		await Promise.race([outputEnd.promise, Bun.sleep(OUTPUT_GRACE_MS)]);
		frames.flush();
		await drawn;
		return { code: child.exitCode, signal: child.signalCode === null ? null : String(child.signalCode) };
	});
	return {
		pid: child.pid,
		type: (keys) => void pty.write(keys),
		screen: view.screen,
		history: view.history,
		output: () => output,
		modes: () => ({ ...view.modes(), raw: (pty.localFlags & CANONICAL_INPUT) === 0 }),
		waitFor: (text, { timeoutMs = patienceMs } = {}) => waitForText(view, text, timeoutMs),
		async resize(newCols, newRows) {
			await drawn;
			view.resize(newCols, newRows);
			for (const data of held ?? []) drawn = view.write(data);
			held = undefined;
			await drawn;
			pty.resize(newCols, newRows);
		},
		holdOutput() {
			const chunks = held ?? [];
			held = chunks;
			return () => chunks.reduce((sum, { length }) => sum + length, 0);
		},
		kill: (signal = "SIGTERM") => child.kill(signal),
		hangUp: () => pty.close(),
		exit,
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await exit;
			if (!pty.closed) pty.close();
			view[Symbol.dispose]();
		},
	};
}

const OUTPUT_GRACE_MS = 300;
/** ICANON of termios, which differs between the BSD family and Linux. */
const CANONICAL_INPUT = process.platform === "darwin" ? 0x100 : 0x2;

/** Like a terminal with synchronized output (mode 2026), shows a frame when all of it is there. */
function wholeFrames(show: (data: Uint8Array) => void): { add(data: Uint8Array): void; flush(): void } {
	let waiting = Buffer.alloc(0);
	const showUpTo = (end: number) => {
		if (end > 0) show(waiting.subarray(0, end));
		waiting = waiting.subarray(end);
	};
	return {
		add(data) {
			// Copies: the data is only valid during the callback.
			waiting = Buffer.concat([waiting, data]);
			const start = waiting.lastIndexOf("\x1b[?2026h");
			showUpTo(start >= 0 && waiting.indexOf("\x1b[?2026l", start) < 0 ? start : waiting.length);
		},
		flush: () => showUpTo(waiting.length),
	};
}

async function waitForText(view: VirtualTerminal, text: string | RegExp, timeoutMs: number): Promise<void> {
	const isShown = () => (typeof text === "string" ? view.screen().includes(text) : text.test(view.screen()));
	await until(isShown, { timeoutMs, describe: () => `${String(text)} on the screen, which shows:\n${view.screen()}` });
}
