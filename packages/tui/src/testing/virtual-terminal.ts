import { Terminal as Emulator, type IBufferLine } from "@xterm/headless";
import type { FatalSignal, ProcessEvent, TerminalStreams } from "../terminal/streams.ts";
import { ClusterWidths } from "./cluster-widths.ts";

export interface VirtualTerminalOptions {
	readonly columns?: number;
	readonly rows?: number;
	readonly scrollback?: number;
	/** Answers the emulator does not give by itself, such as the kitty keyboard reply. */
	readonly replies?: ReadonlyArray<{ readonly query: string; readonly reply: string }>;
	/** Answers nothing. */
	readonly mute?: boolean;
	/** Splits every answer into single bytes. */
	readonly repliesByteByByte?: boolean;
}

interface SynchronousWrites {
	readonly _core: { writeSync(data: string): void };
}

/** A terminal emulator without a window, as the streams a program would have: for tests that look at real bytes. */
export class VirtualTerminal {
	readonly #emulator: Emulator;
	readonly #options: VirtualTerminalOptions;
	readonly #dataListeners = new Set<(data: Uint8Array | string) => void>();
	readonly #outputListeners = new Map<string, Set<() => void>>();
	readonly #signalListeners = new Map<string, Set<() => void>>();
	#pendingReplies = 0;
	#written = "";
	#isRaw = false;
	#isPaused = true;
	/** What `write` answers: false lets the program wait for `drain`. */
	acceptsWrites = true;
	/** The other side has hung up. */
	isGone = false;
	readonly raised: FatalSignal[] = [];
	stopped = 0;
	readonly streams: TerminalStreams;

	constructor(options: VirtualTerminalOptions = {}) {
		const { columns = 80, rows = 24, scrollback = 10_000 } = options;
		this.#options = options;
		this.#emulator = new Emulator({ cols: columns, rows, scrollback, allowProposedApi: true, logLevel: "off" });
		this.#emulator.unicode.register(new ClusterWidths());
		this.#emulator.unicode.activeVersion = "clusters";
		this.#emulator.onData((reply) => this.#reply(reply));
		this.streams = this.#makeStreams();
	}

	/** Types, or answers a query by hand. */
	type(data: string | Uint8Array): void {
		for (const listener of [...this.#dataListeners]) listener(data);
	}

	resize(columns: number, rows: number): void {
		this.#emulator.resize(columns, rows);
		this.#notify(this.#outputListeners, "resize");
	}

	drain(): void {
		this.acceptsWrites = true;
		this.#notify(this.#outputListeners, "drain");
	}

	/** Something of the process happens to the program: a signal, its exit. */
	raise(event: ProcessEvent): void {
		this.#notify(this.#signalListeners, event);
	}

	/** Everything that was written has taken effect and every answer has arrived. */
	async settle(): Promise<void> {
		do await new Promise<void>((resolve) => queueMicrotask(resolve));
		while (this.#pendingReplies > 0);
		await new Promise<void>((resolve) => queueMicrotask(resolve));
	}

	/** The visible rows without blanks at their ends. */
	window(): string[] {
		const { baseY } = this.#emulator.buffer.active;
		return this.#lines(baseY, baseY + this.#emulator.rows);
	}

	/** What has scrolled off the top. */
	scrollback(): string[] {
		return this.#lines(0, this.#emulator.buffer.active.baseY);
	}

	/** Scrollback and window in one, with rows that the emulator wrapped put together again. */
	logicalLines(): string[] {
		const buffer = this.#emulator.buffer.active;
		const lines: string[] = [];
		for (let row = 0; row < buffer.length; row++) {
			const line = buffer.getLine(row);
			if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += textOf(line);
			else lines.push(textOf(line));
		}
		return lines.map((line) => line.trimEnd());
	}

	cursor(): { row: number; column: number } {
		const { cursorY, cursorX } = this.#emulator.buffer.active;
		return { row: cursorY, column: cursorX };
	}

	/** Everything written since the last call. */
	takeWritten(): string {
		const written = this.#written;
		this.#written = "";
		return written;
	}

	modes() {
		const { modes, buffer } = this.#emulator;
		return {
			alternateScreen: buffer.active.type === "alternate",
			bracketedPaste: modes.bracketedPasteMode,
			autowrap: modes.wraparoundMode,
			mouse: modes.mouseTrackingMode !== "none",
			raw: this.#isRaw,
			reading: !this.#isPaused,
		};
	}

	listenerCount(): number {
		let count = this.#dataListeners.size;
		for (const listeners of [...this.#outputListeners.values(), ...this.#signalListeners.values()])
			count += listeners.size;
		return count;
	}

	#lines(start: number, end: number): string[] {
		const buffer = this.#emulator.buffer.active;
		const lines: string[] = [];
		for (let row = start; row < end; row++) lines.push(textOf(buffer.getLine(row)).trimEnd());
		return lines;
	}

	#write(data: string): void {
		if (this.isGone) throw new Error("EIO");
		this.#written += data;
		for (const { query, reply } of this.#options.replies ?? []) if (data.includes(query)) this.#reply(reply);
		(this.#emulator as unknown as SynchronousWrites)._core.writeSync(data);
	}

	/** Answers arrive later and never inside the write that asked. */
	#reply(reply: string): void {
		if (this.#options.mute) return;
		for (const part of this.#options.repliesByteByByte ? reply : [reply]) {
			this.#pendingReplies++;
			queueMicrotask(() => {
				this.#pendingReplies--;
				this.type(part);
			});
		}
	}

	#notify(listeners: Map<string, Set<() => void>>, event: string): void {
		for (const listener of [...(listeners.get(event) ?? [])]) listener();
	}

	#makeStreams(): TerminalStreams {
		const self = this;
		return {
			input: {
				get isRaw() {
					return self.#isRaw;
				},
				setRawMode: (on) => {
					self.#isRaw = on;
				},
				on: (_event, listener) => self.#dataListeners.add(listener),
				off: (_event, listener) => self.#dataListeners.delete(listener),
				resume: () => {
					self.#isPaused = false;
				},
				pause: () => {
					self.#isPaused = true;
				},
			},
			output: {
				get columns() {
					return self.#emulator.cols;
				},
				get rows() {
					return self.#emulator.rows;
				},
				write: (data) => {
					self.#write(data);
					return self.acceptsWrites;
				},
				writeNow: (data) => self.#write(data),
				on: (event, listener) => subscribe(self.#outputListeners, event, listener),
				off: (event, listener) => self.#outputListeners.get(event)?.delete(listener),
			},
			signals: {
				on: (event, listener) => subscribe(self.#signalListeners, event, listener),
				off: (event, listener) => self.#signalListeners.get(event)?.delete(listener),
				listenerCount: (event) => self.#signalListeners.get(event)?.size ?? 0,
				raise: (signal) => self.raised.push(signal),
				stopGroup: () => {
					self.stopped++;
				},
			},
		};
	}
}

function subscribe(listeners: Map<string, Set<() => void>>, event: string, listener: () => void): void {
	const own = listeners.get(event) ?? new Set();
	listeners.set(event, own.add(listener));
}

function textOf(line: IBufferLine | undefined): string {
	return line?.translateToString(true) ?? "";
}
