import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { type Clock, systemClock } from "../clock.ts";
import type { PixelSize } from "../image/image-source.ts";
import type { InputEvent } from "../input/sequence-buffer.ts";
import { Listeners } from "../listeners.ts";
import { plainText } from "../text/sanitize.ts";
import type { Rgb } from "./background.ts";
import { reflowOfIdentity, type TerminalCapabilities } from "./capabilities.ts";
import { CursorQueries } from "./cursor-queries.ts";
import { type ClipboardContent, EnhancedPaste } from "./enhanced-paste.ts";
import { InputRouter } from "./input-router.ts";
import * as modes from "./modes.data.ts";
import type { NotificationProtocol } from "./notification.ts";
import { QueryQueue } from "./queries.ts";
import type { Reply } from "./reply.ts";
import { guardRestore } from "./restore-guard.ts";
import type { TerminalStreams } from "./streams.ts";
import type { CursorPosition, Reflow, Terminal, Unsubscribe } from "./terminal.ts";

export interface ProcessTerminalOptions {
	readonly streams: TerminalStreams;
	readonly capabilities: TerminalCapabilities;
	readonly clock?: Clock;
	/** The user switched synchronized output on or off; the terminal's reply is ignored. */
	readonly syncOutputIsForced?: boolean;
	readonly rawBackspaceIsCtrl?: boolean;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A real terminal on two streams. Can be started and stopped repeatedly. */
export class ProcessTerminal implements Terminal {
	readonly #streams: TerminalStreams;
	readonly #options: ProcessTerminalOptions;
	readonly #clock: Clock;
	readonly #router: InputRouter;
	readonly #queries: QueryQueue;
	readonly #inputListeners = new Listeners<InputEvent>();
	readonly #resizeListeners = new Listeners();
	readonly #drainListeners = new Listeners();
	readonly #backgroundListeners = new Listeners<Rgb>();
	readonly #replyListeners = new Listeners<string>();
	readonly #cursor: CursorQueries;
	#releases: Array<() => void> = [];
	#lastWords: () => string = () => "";
	#state: "stopped" | "started" | "stopping" = "stopped";
	#synchronizesOutput: boolean;
	#reflow: Reflow;
	#cellSize: PixelSize | undefined;
	#isFocused: boolean | undefined;
	#notificationProtocol: NotificationProtocol;
	readonly #paste: EnhancedPaste;
	#isCongested = false;
	#isDead = false;
	#kittyKeyboard = false;
	#alternateScreen = false;
	#hasAnswered = false;
	/** It did not reply in time: asking again would only cause delays. */
	#isSilent = false;

	constructor(options: ProcessTerminalOptions) {
		const clock = options.clock ?? systemClock;
		this.#clock = clock;
		this.#options = options;
		this.#streams = options.streams;
		this.#synchronizesOutput = options.capabilities.synchronizesOutput;
		this.#reflow = options.capabilities.reflow;
		this.#notificationProtocol = options.capabilities.notificationProtocol;
		this.#paste = new EnhancedPaste(
			(data) => this.write(data),
			(content) => this.#inputListeners.notify(pasteEvent(content)),
		);
		this.#queries = new QueryQueue(clock, (data) => this.write(data));
		this.#cursor = new CursorQueries(this.#queries, (isWaiting) => {
			this.#router.awaitsCursor = isWaiting;
		});
		this.#router = new InputRouter({
			clock,
			rawBackspaceIsCtrl: options.rawBackspaceIsCtrl ?? false,
			onInput: (event) => {
				if (this.#state === "started") this.#inputListeners.notify(event);
			},
			onReply: (reply, data) => this.#takeReply(reply, data),
			onFocus: (isFocused) => {
				this.#isFocused = isFocused;
			},
		});
	}

	get columns(): number {
		return Math.max(1, this.#streams.output.columns || 80);
	}

	get rows(): number {
		return Math.max(1, this.#streams.output.rows || 24);
	}

	get synchronizesOutput(): boolean {
		return this.#synchronizesOutput;
	}

	get reflow(): Reflow {
		return this.#reflow;
	}

	get cellSize(): PixelSize | undefined {
		return this.#cellSize;
	}

	get notificationProtocol(): NotificationProtocol {
		return this.#notificationProtocol;
	}

	get isFocused(): boolean | undefined {
		return this.#isFocused;
	}

	get isCongested(): boolean {
		return this.#isCongested;
	}

	refreshSize(): void {
		if (!this.#isDead) this.#streams.output.refreshSize?.();
	}

	write(data: string): void {
		// After it was restored the terminal is not ours: a late frame would hide the shell's cursor.
		if (this.#isDead || this.#state === "stopped" || data === "") return;
		try {
			this.#isCongested = !this.#streams.output.write(data);
		} catch {
			// EIO or EPIPE: the terminal is gone. Work must still be saved.
			this.#isDead = true;
		}
	}

	onInput(listener: (event: InputEvent) => void): Unsubscribe {
		return this.#inputListeners.add(listener);
	}

	onResize(listener: () => void): Unsubscribe {
		return this.#resizeListeners.add(listener);
	}

	onDrain(listener: () => void): Unsubscribe {
		return this.#drainListeners.add(listener);
	}

	onBackground(listener: (background: Rgb) => void): Unsubscribe {
		return this.#backgroundListeners.add(listener);
	}

	onReply(listener: (data: string) => void): Unsubscribe {
		return this.#replyListeners.add(listener);
	}

	get reportsCursor(): boolean {
		return this.#cursor.hasReported;
	}

	fence(): Promise<boolean> {
		return this.reportsCursor && !this.#isDead ? this.#queries.fence() : Promise.resolve(false);
	}

	async querySavedCursor(current: CursorPosition): Promise<CursorPosition | undefined> {
		const saved = await this.#askCursor(modes.RESTORE_CURSOR + modes.CURSOR_QUERY);
		const rows = saved ? current.row - saved.row : 0;
		if (rows !== 0) this.write(rows > 0 ? `\x1b[${rows}B` : `\x1b[${-rows}A`);
		return saved;
	}

	queryCursor(): Promise<CursorPosition | undefined> {
		return this.#askCursor(modes.CURSOR_QUERY);
	}

	#askCursor(query: string): Promise<CursorPosition | undefined> {
		const canAnswer = this.#options.capabilities.acceptsQueries && !this.#isSilent && !this.#isDead;
		return canAnswer ? this.#cursor.ask(query) : Promise.resolve(undefined);
	}

	setTitle(title: string): void {
		this.write(`\x1b]0;${plainText(title).replaceAll("\n", " ")}\x07`);
	}

	setAlternateScreen(on: boolean): void {
		if (on === this.#alternateScreen) return;
		this.#alternateScreen = on;
		this.write(on ? modes.ALTERNATE_SCREEN_ON : modes.ALTERNATE_SCREEN_OFF);
	}

	setMouse(on: boolean): void {
		this.write(on ? modes.MOUSE_ON : modes.MOUSE_OFF);
	}

	setLastWords(lastWords: () => string): void {
		this.#lastWords = lastWords;
	}

	start(): void {
		if (this.#state !== "stopped") return;
		this.#state = "started";
		this.#isCongested = false;
		this.#attach();
		this.write(modes.PUSH_TITLE + modes.BRACKETED_PASTE_ON + modes.APPEARANCE_REPORTS_ON + modes.FOCUS_REPORTS_ON);
		this.#askAboutFeatures();
	}

	async stop({ waits = true }: { readonly waits?: boolean } = {}): Promise<void> {
		if (this.#state !== "started") return;
		this.#state = "stopping";
		this.write(this.#restoreBytes());
		this.#forgetModes();
		// Input on its way, such as the release of the last key, would otherwise reach the shell.
		if (waits && this.#hasAnswered && !this.#isDead)
			await new Promise<void>((drained) => this.#queries.ask("", drained));
		this.#detach();
		this.#state = "stopped";
	}

	async suspend(): Promise<void> {
		await this.stop();
		const { signals } = this.#streams;
		await new Promise<void>((resume) => {
			// Without a timer the process would exit as soon as it is resumed.
			const cancelTimer = this.#clock.after(LONGEST_TIMER_MS, () => {});
			const onContinue = () => {
				signals.off("SIGCONT", onContinue);
				cancelTimer();
				resume();
			};
			signals.on("SIGCONT", onContinue);
			signals.stopGroup();
		});
		this.start();
	}

	#attach(): void {
		const { input, output, signals } = this.#streams;
		const wasRaw = input.isRaw ?? false;
		const onData = (chunk: Uint8Array | string) => this.#router.push(chunk, { expectsReply: this.#queries.isWaiting });
		const onResize = () => this.#resizeListeners.notify();
		const onDrain = () => {
			this.#isCongested = false;
			this.#drainListeners.notify();
		};
		const onError = () => {
			this.#isDead = true;
		};
		input.setRawMode?.(true);
		input.on("data", onData);
		input.resume();
		output.on("resize", onResize);
		output.on("drain", onDrain);
		output.on("error", onError);
		this.#releases = [
			guardRestore(signals, () => this.#restoreNow()),
			() => output.off("resize", onResize),
			() => output.off("drain", onDrain),
			() => output.off("error", onError),
			() => input.off("data", onData),
			() => input.setRawMode?.(wasRaw),
			() => input.pause(),
		];
	}

	#detach(): void {
		for (const release of this.#releases.splice(0)) release();
		this.#queries.settleAll();
		this.#router.clear();
	}

	#askAboutFeatures(): void {
		const { acceptsQueries, acceptsModeQueries, imageProtocol, mayKnowOsc99 } = this.#options.capabilities;
		if (!acceptsQueries) return;
		const queries = [
			modes.KEYBOARD_QUERY + modes.BACKGROUND_QUERY + modes.IDENTITY_QUERY,
			acceptsModeQueries ? modes.MODE_QUERIES : "",
			imageProtocol ? modes.CELL_SIZE_QUERY : "",
			mayKnowOsc99 ? modes.NOTIFICATION_QUERY : "",
		];
		this.#queries.ask(queries.join(""), () => {
			this.#isSilent = !this.#hasAnswered;
			if (!this.#kittyKeyboard && this.#state === "started") this.write(modes.MODIFY_OTHER_KEYS_ON);
		});
	}

	#takeReply(reply: Reply, data: string): void {
		this.#hasAnswered = true;
		this.#isSilent = false;
		switch (reply.kind) {
			case "device-attributes":
				this.#queries.settleFirst();
				break;
			case "identity":
				this.#reflow = reflowOfIdentity(reply.attributes) ?? this.#reflow;
				break;
			case "keyboard-flags":
				this.#useKittyKeyboard();
				break;
			case "mode":
				this.#learnMode(reply.mode, reply.isSupported);
				break;
			case "resized":
				this.refreshSize();
				break;
			case "notifications":
				this.#notificationProtocol = "osc99";
				break;
			case "clipboard":
				if (!this.#paste.take(data)) this.#replyListeners.notify(data);
				break;
			case "appearance-changed":
				this.write(modes.BACKGROUND_QUERY);
				break;
			case "cell-size":
				this.#cellSize = { width: reply.width, height: reply.height };
				break;
			case "background":
				this.#backgroundListeners.notify(reply.color);
				break;
			case "cursor":
				this.#cursor.take(reply);
				break;
			case "other":
				this.#replyListeners.notify(data);
				break;
			default:
				assertNever(reply);
		}
	}

	#learnMode(mode: number, isSupported: boolean): void {
		if (mode === 2026 && !this.#options.syncOutputIsForced) this.#synchronizesOutput = isSupported;
		if (!isSupported || this.#state !== "started") return;
		if (mode === 2048) this.write(modes.SIZE_REPORTS_ON);
		if (mode === 5522) this.write(modes.ENHANCED_PASTE_ON);
	}

	#useKittyKeyboard(): void {
		if (this.#kittyKeyboard || this.#state !== "started") return;
		this.#kittyKeyboard = true;
		this.write(modes.KITTY_KEYBOARD_PUSH);
	}

	#restoreBytes(): string {
		return modes.restoreBytes({ alternateScreen: this.#alternateScreen, kittyKeyboard: this.#kittyKeyboard });
	}

	#forgetModes(): void {
		this.#alternateScreen = false;
		this.#kittyKeyboard = false;
	}

	/** For a process that is about to exit: synchronous, and never throws. */
	#restoreNow(): void {
		if (this.#state === "stopped") return;
		const wasStarted = this.#state === "started";
		this.#state = "stopped";
		try {
			const backToNormal = this.#alternateScreen ? modes.ALTERNATE_SCREEN_OFF : "";
			const bytes = wasStarted ? backToNormal + this.#lastWords() : "";
			this.#alternateScreen = false;
			this.#streams.output.writeNow(bytes + this.#restoreBytes());
		} catch (error) {
			logIgnored("the terminal is gone, so its modes need no restoring", error);
		}
		this.#forgetModes();
		this.#detach();
	}
}

function pasteEvent(content: ClipboardContent): InputEvent {
	return content.kind === "text"
		? { type: "paste", data: content.text }
		: { type: "image", data: content.data, mimeType: content.mimeType };
}
