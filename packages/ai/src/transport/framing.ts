import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import type { Framing } from "../protocol.ts";
import type { FrameReader } from "./frame.ts";
import { ndjsonReader } from "./ndjson.ts";
import { sseReader } from "./sse.ts";
import { wholeBodyReader } from "./whole-body.ts";

/** The reader for a framing; the binary one is loaded only for the protocol that needs it. */
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
