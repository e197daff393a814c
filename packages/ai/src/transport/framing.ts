import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import type { Framing } from "../protocol.ts";
import type { FrameReader } from "./frame.ts";
import { LineReader } from "./lines.ts";
import { sseReader } from "./sse.ts";

/** The reader for a framing; the binary one is loaded on demand. */
export async function frameReader(framing: Framing): Promise<FrameReader> {
	switch (framing) {
		case "sse":
			return sseReader();
		case "ndjson":
			return ndjsonReader();
		case "json":
			return wholeBodyReader();
		case "aws-event-stream":
			return (await import("./aws-event-stream.ts")).awsEventStreamReader();
		default:
			return assertNever(framing);
	}
}

/** One JSON document per line. */
function ndjsonReader(): FrameReader {
	const lines = new LineReader();
	const framesOf = (texts: string[]) => texts.filter((text) => text.trim() !== "").map((data) => ({ data }));
	return {
		push: (bytes) => framesOf(lines.push(bytes)),
		end: () => framesOf([lines.rest()]),
	};
}

/** The whole body as one frame. */
function wholeBodyReader(): FrameReader {
	const decoder = new TextDecoder();
	let data = "";
	return {
		push(bytes) {
			data += decoder.decode(bytes, { stream: true });
			return [];
		},
		end: () => [{ data: data + decoder.decode() }],
	};
}
