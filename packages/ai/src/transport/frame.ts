/** One unit of a provider's stream, whatever the framing: an SSE event, an NDJSON line, an AWS event. */
export interface WireFrame {
	readonly event?: string | undefined;
	readonly data: string;
	/** The framing itself says that this is a failure; `event` names it. */
	readonly failed?: true | undefined;
}

/** `json` is no stream at all: the whole body is one frame. */
export type Framing = "sse" | "ndjson" | "json" | "aws-event-stream";

/** Cuts a byte stream into frames; bytes may arrive cut anywhere. */
export interface FrameReader {
	push(bytes: Uint8Array): WireFrame[];
	/** The stream closed; returns what a missing last line end held back. */
	end(): WireFrame[];
}
