import type { Clock } from "../clock.ts";
import { type InputEvent, SequenceBuffer } from "../input/sequence-buffer.ts";
import { parseReply, type Reply } from "./reply.ts";

export interface InputRouterOptions {
	readonly clock: Clock;
	onInput(event: InputEvent): void;
	onReply(reply: Reply, data: string): void;
	onFocus(isFocused: boolean): void;
	/** 0x08 is Ctrl+Backspace on keyboards whose Backspace sends 0x7f. */
	readonly rawBackspaceIsCtrl: boolean;
}

const CTRL_BACKSPACE = "\x1b[127;5u";
const FOCUS_GAINED = "\x1b[I";
const FOCUS_LOST = "\x1b[O";

/** Separates user input from the terminal's replies. */
export class InputRouter {
	readonly #options: InputRouterOptions;
	readonly #buffer: SequenceBuffer;
	#decoder = new TextDecoder();
	/** A cursor report is expected; otherwise it would be taken for a modified F3. */
	awaitsCursor = false;

	constructor(options: InputRouterOptions) {
		this.#options = options;
		this.#buffer = new SequenceBuffer(options.clock, (event) => this.#route(event));
	}

	push(chunk: Uint8Array | string, options: { expectsReply: boolean }): void {
		this.#buffer.expectsReply = options.expectsReply;
		this.#buffer.push(typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true }));
	}

	/** Drops unfinished input. */
	clear(): void {
		this.#buffer.clear();
		this.#decoder = new TextDecoder();
	}

	#route(event: InputEvent): void {
		const afterEscape = event.data.startsWith("\x1b\x1b[") ? event.data.slice(1) : "";
		if (afterEscape !== "" && parseReply(afterEscape, this)) {
			// Escape was pressed just before a reply arrived; together they look like a key with Alt.
			this.#route({ type: "sequence", data: "\x1b" });
			this.#route({ type: "sequence", data: afterEscape });
			return;
		}
		const reply = event.type === "sequence" ? parseReply(event.data, this) : undefined;
		if (reply) this.#options.onReply(reply, event.data);
		else if (event.data === FOCUS_GAINED || event.data === FOCUS_LOST) {
			this.#options.onFocus(event.data === FOCUS_GAINED);
		} else if (event.data === "\x08" && this.#options.rawBackspaceIsCtrl) {
			this.#options.onInput({ type: "sequence", data: CTRL_BACKSPACE });
		} else this.#options.onInput(event);
	}
}
