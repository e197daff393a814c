import type { WireFrame } from "../protocol.ts";

/** Cuts a byte stream into frames; bytes may arrive cut anywhere. */
export interface FrameReader {
	push(bytes: Uint8Array): WireFrame[];
	/** The stream closed; returns what a missing last line end held back. */
	end(): WireFrame[];
}
