import type { ChunkFrame } from "./frames.ts";
import { maxReassembledFrameBytes } from "./limits.data.ts";

// Base64 makes four characters of three bytes; the rest is room for the other fields.
const chunkShare = 0.7;

/** A frame's JSON in pieces, each a line below the limit. */
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

/** Puts the pieces of a frame together again; they come in order and nothing comes between them. */
export class ChunkAssembler {
	#chunkId: string | undefined;
	#pieces: Buffer[] = [];
	#bytes = 0;

	/** The frame's JSON with its last piece. */
	add(chunk: ChunkFrame): string | undefined {
		if (chunk.index === 0) {
			this.#chunkId = chunk.chunkId;
			this.#pieces = [];
			this.#bytes = 0;
		}
		if (chunk.chunkId !== this.#chunkId || chunk.index !== this.#pieces.length) {
			throw new Error(`Piece ${chunk.index} of ${chunk.chunkId} came out of order`);
		}
		const piece = Buffer.from(chunk.data, "base64");
		this.#bytes += piece.length;
		if (this.#bytes > maxReassembledFrameBytes) throw new Error(`${chunk.chunkId} is larger than a frame may be`);
		this.#pieces.push(piece);
		if (this.#pieces.length < chunk.count) return undefined;
		const json = Buffer.concat(this.#pieces);
		this.#pieces = [];
		this.#chunkId = undefined;
		if (json.length !== chunk.byteLength) throw new Error(`${chunk.chunkId} has lost a part`);
		return json.toString("utf8");
	}
}
