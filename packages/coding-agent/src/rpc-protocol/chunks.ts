import type { ChunkFrame } from "./frames.ts";
import { maxReassembledFrameBytes } from "./limits.data.ts";

// Base64 needs 4/3 of the size; the rest is for the other fields.
const chunkShare = 0.7;

/** Splits a frame's JSON into chunks below the line limit. */
export function* chunkFrame(json: Buffer, chunkId: string, maxFrameBytes: number): Generator<ChunkFrame> {
	const pieceBytes = Math.max(1, Math.floor(maxFrameBytes * chunkShare));
	const count = Math.ceil(json.length / pieceBytes);
	for (let index = 0; index < count; index++) {
		const piece = json.subarray(index * pieceBytes, (index + 1) * pieceBytes);
		yield { type: "rpc_chunk", chunkId, index, count, byteLength: json.length, data: piece.toString("base64") };
	}
}

export function isChunk(frame: { readonly type?: unknown }): frame is ChunkFrame {
	return frame.type === "rpc_chunk";
}

/** Reassembles the chunks of a frame; they must arrive in order and uninterrupted. */
export class ChunkAssembler {
	#chunkId: string | undefined;
	#pieces: Buffer[] = [];
	#bytes = 0;

	/** Returns the frame's JSON with the last chunk. */
	add(chunk: ChunkFrame): string | undefined {
		if (chunk.index === 0) {
			this.#chunkId = chunk.chunkId;
			this.#pieces = [];
			this.#bytes = 0;
		}
		if (chunk.chunkId !== this.#chunkId || chunk.index !== this.#pieces.length) {
			throw new Error(`Chunk ${chunk.index} of ${chunk.chunkId} is out of order`);
		}
		const piece = Buffer.from(chunk.data, "base64");
		this.#bytes += piece.length;
		if (this.#bytes > maxReassembledFrameBytes) throw new Error(`${chunk.chunkId} exceeds the frame size limit`);
		this.#pieces.push(piece);
		if (this.#pieces.length < chunk.count) return undefined;
		const json = Buffer.concat(this.#pieces);
		this.#pieces = [];
		this.#chunkId = undefined;
		if (json.length !== chunk.byteLength) throw new Error(`${chunk.chunkId} is incomplete`);
		return json.toString("utf8");
	}
}
