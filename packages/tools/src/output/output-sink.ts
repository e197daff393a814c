import { sanitizeOutput } from "./sanitize-output.ts";

export interface OutputLimits {
	/** Beyond this only the beginning and the end are kept. */
	readonly maxBytes: number;
	readonly headBytes: number;
	readonly tailBytes: number;
}

export interface SunkOutput {
	readonly text: string;
	readonly truncated: boolean;
	readonly totalBytes: number;
	readonly totalLines: number;
	readonly elidedBytes: number;
}

export const defaultOutputLimits: OutputLimits = { maxBytes: 50 * 1024, headBytes: 20 * 1024, tailBytes: 20 * 1024 };

/** Takes in any amount of command output in bounded memory: the beginning and the end stay, the middle is counted. */
export class OutputSink {
	readonly #limits: OutputLimits;
	readonly #decoder = new TextDecoder();
	#head = "";
	#tail = "";
	#totalBytes = 0;
	#totalLines = 0;

	constructor(limits: OutputLimits = defaultOutputLimits) {
		this.#limits = limits;
	}

	push(bytes: Uint8Array): void {
		this.#totalBytes += bytes.length;
		this.#append(sanitizeOutput(this.#decoder.decode(bytes, { stream: true })));
	}

	#append(text: string): void {
		for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#totalLines++;
		const { maxBytes, headBytes, tailBytes } = this.#limits;
		if (this.#head.length < headBytes && !this.#tail) {
			const room = headBytes - this.#head.length;
			this.#head += text.slice(0, room);
			text = text.slice(room);
		}
		this.#tail += text;
		// Trimmed only when well over, so that the copying stays proportional to what comes in.
		const keep = Math.max(tailBytes, maxBytes - headBytes);
		if (this.#tail.length > keep * 2) this.#tail = this.#tail.slice(-keep);
	}

	/** What there is so far, as the model would see it. */
	dump(): SunkOutput {
		const { maxBytes, headBytes, tailBytes } = this.#limits;
		const totalBytes = this.#totalBytes;
		if (totalBytes <= maxBytes && this.#head.length + this.#tail.length <= maxBytes) {
			return {
				text: this.#head + this.#tail,
				truncated: false,
				totalBytes,
				totalLines: this.#totalLines,
				elidedBytes: 0,
			};
		}
		const head = cutAfterLine(this.#head.slice(0, headBytes));
		const tail = cutBeforeLine(this.#tail.slice(-tailBytes));
		const elidedBytes = Math.max(0, totalBytes - Buffer.byteLength(head) - Buffer.byteLength(tail));
		const notice = `\n[… ${elidedBytes} bytes elided …]\n`;
		return { text: head + notice + tail, truncated: true, totalBytes, totalLines: this.#totalLines, elidedBytes };
	}
}

function cutAfterLine(text: string): string {
	const end = text.lastIndexOf("\n");
	return end === -1 ? text : text.slice(0, end);
}

function cutBeforeLine(text: string): string {
	const start = text.indexOf("\n");
	return start === -1 ? text : text.slice(start + 1);
}
