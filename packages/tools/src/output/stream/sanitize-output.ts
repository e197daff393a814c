import { collapseProgress } from "./progress-lines.ts";

/** Command output as plain text: no escape sequences, no control characters but tab and newline, of progress the last state. */
export function sanitizeOutput(text: string): string {
	return collapseProgress(withoutControls(text));
}

/** Carriage returns inside lines stay: what they mean depends on the whole line. */
function withoutControls(text: string): string {
	// Most output has neither, and both passes cost a copy.
	const plain = text.includes("\x1b") ? Bun.stripANSI(text.replace(toLineStart, "\r")) : text;
	const lines = plain.includes("\r") ? plain.replace(/\r+\n/g, "\n") : plain;
	return lines.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
}

/** "To the first column" is how some programs write a carriage return. */
const toLineStart = /\x1b\[[01]?G/g;

/** An escape sequence longer than this is none. */
const maxPendingEscape = 256;

/** The same for a stream of chunks: what may go on in the next chunk waits for it. Carriage returns inside lines are kept. */
export class StreamSanitizer {
	#decoder = new TextDecoder();
	#pending = "";

	push(bytes: Uint8Array): string {
		const text = this.#pending + this.#decoder.decode(bytes, { stream: true });
		const cut = endOfComplete(text);
		this.#pending = text.slice(cut);
		return withoutControls(cut === text.length ? text : text.slice(0, cut));
	}

	/** What was still waiting when the stream ended. */
	end(): string {
		const rest = withoutControls(this.#pending + this.#decoder.decode());
		this.#pending = "";
		return rest;
	}
}

function endOfComplete(text: string): number {
	if (text.endsWith("\r")) return text.length - 1;
	const start = text.lastIndexOf("\x1b");
	if (start === -1 || text.length - start > maxPendingEscape) return text.length;
	return isUnfinished(text.slice(start)) ? start : text.length;
}

/** A control sequence without its final letter, or a string sequence without its terminator. */
function isUnfinished(sequence: string): boolean {
	return /^\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*|[ -/]*)$/.test(sequence);
}
