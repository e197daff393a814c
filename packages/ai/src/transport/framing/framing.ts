import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import { inMegabytes, overLimit } from "../../http/reply-limits.ts";
import type { Framing } from "../../protocol/protocol.ts";
import type { FrameReader } from "./frame.ts";
import { LineReader } from "./lines.ts";
import { sseReader } from "./sse.ts";

/** The reader for a framing; the binary one is loaded on demand. */
export async function frameReader(framing: Framing, maxBytes: number): Promise<FrameReader> {
	switch (framing) {
		case "sse":
			return sseReader(maxBytes);
		case "ndjson":
			return ndjsonReader(maxBytes);
		case "json":
			return wholeBodyReader(maxBytes);
		case "aws-event-stream":
			return (await import("./aws-event-stream.ts")).awsEventStreamReader(maxBytes);
		default:
			return assertNever(framing);
	}
}

/** One JSON document per line. */
function ndjsonReader(maxCharacters: number): FrameReader {
	const lines = new LineReader(maxCharacters);
	const framesOf = (texts: string[]) => texts.filter((text) => text.trim() !== "").map((data) => ({ data }));
	return {
		push: (bytes) => framesOf(lines.push(bytes)),
		end: () => framesOf([lines.rest()]),
	};
}

/** The whole body as one frame. */
function wholeBodyReader(maxBytes: number): FrameReader {
	const decoder = new TextDecoder();
	let data = "";
	return {
		push(bytes) {
			if (data.length > maxBytes) throw overLimit("it did not end", inMegabytes(maxBytes));
			data += decoder.decode(bytes, { stream: true });
			return [];
		},
		end: () => [{ data: data + decoder.decode() }],
	};
}
