import { chunkFrame } from "../../../rpc-protocol/chunks.ts";
import type { OutFrame } from "../../../rpc-protocol/frames.ts";
import { maxFrameBytes, maxReassembledFrameBytes, type ProtocolVersion } from "../../../rpc-protocol/limits.data.ts";
import { reduceFrame } from "../../../rpc-protocol/reduce-frame.ts";

/** Writes frames one after the other. Whoever waits for `write` goes no faster than the host reads. */
export class FrameWriter {
	/** What the host has said it understands. */
	version: ProtocolVersion = 1;
	readonly #write: (text: string) => Promise<void>;
	#last: Promise<void> = Promise.resolve();
	#chunkedFrames = 0;

	constructor(write: (text: string) => Promise<void>) {
		this.#write = write;
	}

	/** Resolves when the host has taken the frame. */
	write(frame: OutFrame): Promise<void> {
		// Made into text now: what the frame shows may have changed when its turn comes.
		const json = frame.type === "message_update" ? updateJson(frame) : JSON.stringify(frame);
		const isSmall = json.length * 3 <= maxFrameBytes || Buffer.byteLength(json) <= maxFrameBytes;
		const lines = isSmall ? [json] : this.#large(frame, json);
		this.#last = this.#last.then(() => this.#writeLines(lines));
		return this.#last;
	}

	/** Resolves when everything written so far has been taken. */
	drained(): Promise<void> {
		return this.#last;
	}

	#large(frame: OutFrame, json: string): Iterable<string> {
		if (this.version === 1) return [reduceFrame(frame, maxFrameBytes)];
		const bytes = Buffer.from(json);
		if (bytes.length > maxReassembledFrameBytes) return [reduceFrame(frame, maxFrameBytes)];
		this.#chunkedFrames++;
		return chunkFrame(bytes, `rpc-${this.#chunkedFrames}`, maxFrameBytes).map((chunk) => JSON.stringify(chunk));
	}

	async #writeLines(lines: Iterable<string>): Promise<void> {
		for (const line of lines) await this.#write(`${line}\n`);
	}
}

/** The growing message is in an update twice, and by far the most of it; it is made into text once. */
function updateJson({
	message,
	assistantMessageEvent,
	...rest
}: Extract<OutFrame, { type: "message_update" }>): string {
	const growing = JSON.stringify(message);
	if (!("partial" in assistantMessageEvent) || assistantMessageEvent.partial !== message) {
		return JSON.stringify({ ...rest, message, assistantMessageEvent });
	}
	const { partial: _, ...event } = assistantMessageEvent;
	const eventJson = JSON.stringify(event).slice(0, -1);
	return `${JSON.stringify(rest).slice(0, -1)},"message":${growing},"assistantMessageEvent":${eventJson},"partial":${growing}}}`;
}
