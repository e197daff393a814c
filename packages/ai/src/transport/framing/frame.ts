import type { WireFrame } from "../../protocol/protocol.ts";

/** Splits a byte stream into frames, for any chunking. */
export interface FrameReader {
	push(bytes: Uint8Array): WireFrame[];
	/** The stream closed; returns the frame of an unterminated last line. */
	end(): WireFrame[];
}
