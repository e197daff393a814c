import type { Clock } from "../clock.ts";
import { graphemes } from "../text/graphemes.ts";
import { continuesString, LONGEST_STRING, type Scan, scanSequence } from "./scan-sequence.ts";

/** Input from the terminal: a key or reply sequence, typed text, or a paste. */
export type InputEvent =
	| { readonly type: "sequence"; readonly data: string }
	| { readonly type: "text"; readonly data: string }
	| { readonly type: "paste"; readonly data: string }
	/** An image from the clipboard, in base64. */
	| { readonly type: "image"; readonly data: string; readonly mimeType: string };

const ESCAPE_TIMEOUT_MS = 30;
// Replies over a slow connection may pause in the middle; unlike for a lone ESC, this delay is not noticeable.
const UNFINISHED_TIMEOUT_MS = 300;
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
// A longer run in one read was not typed key by key; passing it on whole keeps a backlog cheap.
const TYPED_RUN_LIMIT = 32;
const LONG_STRING = 256;

/** Reassembles reads of any size, so that listeners only get complete sequences and characters. */
export class SequenceBuffer {
	readonly #clock: Clock;
	readonly #emit: (event: InputEvent) => void;
	#pending = "";
	#pasted: string[] | undefined;
	/** Later reads of a long unfinished string: to join and scan all of it for each would be slow. */
	#more: string[] = [];
	#moreLength = 0;
	#cancelTimer = () => {};
	/** True while a query is unanswered: a lone ESC is then more likely the start of the reply. */
	expectsReply = false;

	constructor(clock: Clock, emit: (event: InputEvent) => void) {
		this.#clock = clock;
		this.#emit = emit;
	}

	push(data: string): void {
		this.#cancelTimer();
		if (this.#takeMore(data)) {
			this.#startTimer();
			return;
		}
		this.#pending += this.#joinMore() + data;
		this.#drain();
		if (this.#pending !== "" && !this.#pasted) this.#startTimer();
	}

	#takeMore(data: string): boolean {
		const length = this.#pending.length + this.#moreLength + data.length;
		if (this.#pasted || length < LONG_STRING || length > LONGEST_STRING) return false;
		if (!continuesString(this.#pending, data)) return false;
		this.#more.push(data);
		this.#moreLength += data.length;
		return true;
	}

	#joinMore(): string {
		const more = this.#more.join("");
		this.#more = [];
		this.#moreLength = 0;
		return more;
	}

	/** Drops everything unfinished. */
	clear(): void {
		this.#cancelTimer();
		this.#joinMore();
		this.#pending = "";
		this.#pasted = undefined;
	}

	#drain(): void {
		while (this.#pending !== "") {
			if (this.#pasted) {
				if (!this.#takePaste(this.#pasted)) return;
				continue;
			}
			const scan = scanSequence(this.#pending);
			if (scan.kind === "unfinished") return;
			this.#pending = this.#pending.slice(scan.length);
			this.#report(scan);
		}
	}

	#report(scan: Exclude<Scan, { kind: "unfinished" }>): void {
		if (scan.kind === "text") this.#emitText(scan.data);
		else if (scan.data === PASTE_START) this.#pasted = [];
		else if (scan.kind === "sequence") this.#emit({ type: "sequence", data: scan.data });
	}

	#emitText(text: string): void {
		const clusters = text.length > TYPED_RUN_LIMIT ? [text] : graphemes(text);
		for (const data of clusters) this.#emit({ type: "text", data });
	}

	#takePaste(pasted: string[]): boolean {
		const end = this.#pending.indexOf(PASTE_END);
		if (end < 0) {
			// The end marker itself may be split; keep what may belong to it.
			const keep = longestSuffixStarting(this.#pending, PASTE_END);
			pasted.push(this.#pending.slice(0, this.#pending.length - keep));
			this.#pending = this.#pending.slice(this.#pending.length - keep);
			return false;
		}
		pasted.push(this.#pending.slice(0, end));
		this.#pending = this.#pending.slice(end + PASTE_END.length);
		this.#pasted = undefined;
		this.#emit({ type: "paste", data: pasted.join("") });
		return true;
	}

	#startTimer(): void {
		const isLoneEscape = /^\x1b+.?$/s.test(this.#pending) && !this.expectsReply;
		this.#cancelTimer = this.#clock.after(isLoneEscape ? ESCAPE_TIMEOUT_MS : UNFINISHED_TIMEOUT_MS, () =>
			this.#giveUpWaiting(),
		);
	}

	/** An incomplete sequence was a key if it is short, and a broken reply if it is long. */
	#giveUpWaiting(): void {
		const unfinished = this.#pending;
		this.#pending = "";
		this.#joinMore();
		if (/^\x1b+$/.test(unfinished)) {
			for (const data of unfinished) this.#emit({ type: "sequence", data });
		} else if (/^\x1b.$/s.test(unfinished)) {
			this.#emit({ type: "sequence", data: unfinished });
		}
	}
}

function longestSuffixStarting(text: string, mark: string): number {
	for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
		if (mark.startsWith(text.slice(-length))) return length;
	}
	return 0;
}
