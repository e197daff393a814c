import { Terminal as Emulator, type IBufferLine } from "@xterm/headless";
import type { FatalSignal, ProcessEvent, TerminalStreams } from "../terminal/streams.ts";
import { ClusterWidths } from "./cluster-widths.ts";

export interface VirtualTerminalOptions {
	readonly columns?: number;
	readonly rows?: number;
	readonly scrollback?: number;
	/** Replies that the emulator does not give by itself, such as for the kitty keyboard. */
	readonly replies?: ReadonlyArray<{ readonly query: string; readonly reply: string }>;
	/** Replies to nothing. */
	readonly mute?: boolean;
	/** Splits every reply into single bytes. */
	readonly repliesByteByByte?: boolean;
}

interface SynchronousWrites {
	readonly _core: { writeSync(data: string): void };
}

/** A headless terminal emulator as the streams of a program, for tests on real bytes. */
export class VirtualTerminal {
	readonly #emulator: Emulator;
	readonly #options: VirtualTerminalOptions;
	readonly #dataListeners = new Set<(data: Uint8Array | string) => void>();
	readonly #outputListeners = new Map<string, Set<() => void>>();
	readonly #signalListeners = new Map<string, Set<() => void>>();
	#pendingReplies = 0;
	#written = "";
	#held: string[] | undefined;
	#isRaw = false;
	#isPaused = true;
	/** The result of `write`: false makes the program wait for `drain`. */
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

	/** Types, or replies to a query by hand. */
	type(data: string | Uint8Array): void {
		for (const listener of [...this.#dataListeners]) listener(data);
	}

	/** Frames that were held back arrive after the change, and before the program hears of it. */
	resize(columns: number, rows: number): void {
		this.#emulator.resize(columns, rows);
		this.release();
		this.#notify(this.#outputListeners, "resize");
	}

	/** What is written from now on stays on its way until it is released. */
	hold(): void {
		this.#held ??= [];
	}

	release(): void {
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const data of held) this.#show(data);
	}

	drain(): void {
		this.acceptsWrites = true;
		this.#notify(this.#outputListeners, "drain");
	}

	/** A process event: a signal, an exit. */
	raise(event: ProcessEvent): void {
		this.#notify(this.#signalListeners, event);
	}

	/** Resolves when everything written was processed and every reply delivered. */
	async settle(): Promise<void> {
		do await new Promise<void>((resolve) => queueMicrotask(resolve));
		while (this.#pendingReplies > 0);
		await new Promise<void>((resolve) => queueMicrotask(resolve));
	}

	/** The visible rows without trailing blanks. */
	window(): string[] {
		const { baseY } = this.#emulator.buffer.active;
		return this.#lines(baseY, baseY + this.#emulator.rows);
	}

	/** What has scrolled off the top. */
	scrollback(): string[] {
		return this.#lines(0, this.#emulator.buffer.active.baseY);
	}

	/** Scrollback and window, with wrapped rows joined. */
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
		if (this.#held) this.#held.push(data);
		else this.#show(data);
	}

	#show(data: string): void {
		for (const { query, reply } of this.#options.replies ?? []) if (data.includes(query)) this.#reply(reply);
		(this.#emulator as unknown as SynchronousWrites)._core.writeSync(data);
	}

	/** Replies arrive later, never within the write that asked. */
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
