import { ProviderError } from "../../errors/provider-error.ts";
import { defaultReplyLimits, inMegabytes, overLimit } from "../../http/reply-limits.ts";
import type { WireFrame } from "../../protocol/protocol.ts";
import type { FrameReader } from "./frame.ts";

const preludeBytes = 12;
const checksumBytes = 4;

/**
 * The AWS binary event stream: total length, header length, checksum, headers, payload, checksum. A frame's `event` is
 * its event type; exceptions are failed frames.
 */
export function awsEventStreamReader(maxBytes = defaultReplyLimits.frameBytes): FrameReader {
	let pieces: Uint8Array[] = [];
	let heldBytes = 0;
	// Join only when a whole message is there, so that a large one in small pieces is copied once.
	let neededBytes = preludeBytes;

	return {
		push(bytes) {
			pieces.push(bytes);
			heldBytes += bytes.length;
			if (heldBytes < neededBytes) return [];
			let held: Uint8Array = pieces.length === 1 ? bytes : Buffer.concat(pieces);
			const frames: WireFrame[] = [];
			while (held.length >= preludeBytes) {
				neededBytes = readTotalBytes(held, maxBytes);
				if (held.length < neededBytes) break;
				frames.push(readMessage(held.subarray(0, neededBytes)));
				held = held.subarray(neededBytes);
				neededBytes = preludeBytes;
			}
			pieces = held.length > 0 ? [held] : [];
			heldBytes = held.length;
			return frames;
		},
		end() {
			if (heldBytes > 0) throw broken("the connection closed inside a message");
			return [];
		},
	};
}

function readTotalBytes(held: Uint8Array, maxBytes: number): number {
	const view = new DataView(held.buffer, held.byteOffset, held.byteLength);
	const totalBytes = view.getUint32(0);
	if (Bun.hash.crc32(held.subarray(0, 8)) !== view.getUint32(8)) throw broken("bad prelude checksum");
	if (totalBytes < preludeBytes + checksumBytes) throw broken("bad length");
	if (totalBytes > maxBytes) throw overLimit("one message of it is too large", inMegabytes(maxBytes));
	return totalBytes;
}

function readMessage(message: Uint8Array): WireFrame {
	const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
	const headerBytes = view.getUint32(4);
	const checksumOffset = message.length - checksumBytes;
	if (Bun.hash.crc32(message.subarray(0, checksumOffset)) !== view.getUint32(checksumOffset)) {
		throw broken("bad message checksum");
	}
	const payloadOffset = preludeBytes + headerBytes;
	if (payloadOffset > checksumOffset) throw broken("headers longer than the message");
	const headers = readHeaders(message.subarray(preludeBytes, payloadOffset));
	const data = new TextDecoder().decode(message.subarray(payloadOffset, checksumOffset));
	switch (headers.get(":message-type")) {
		case "exception":
			return { event: headers.get(":exception-type"), data, failed: true };
		case "error":
			return { event: headers.get(":error-code"), data: headers.get(":error-message") ?? data, failed: true };
		default:
			return { event: headers.get(":event-type"), data };
	}
}

/** Sizes of fixed-size header values by type number; types 6 and 7 have their own length. */
const fixedWidths: Record<number, number> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };

function readHeaders(bytes: Uint8Array): Map<string, string> {
	const headers = new Map<string, string>();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const decoder = new TextDecoder();
	let offset = 0;
	while (offset < bytes.length) {
		const nameBytes = view.getUint8(offset);
		const name = decoder.decode(bytes.subarray(offset + 1, offset + 1 + nameBytes));
		offset += 1 + nameBytes;
		const type = view.getUint8(offset++);
		const fixed = fixedWidths[type];
		if (fixed !== undefined) {
			offset += fixed;
			continue;
		}
		const valueBytes = view.getUint16(offset);
		if (type === 7) headers.set(name, decoder.decode(bytes.subarray(offset + 2, offset + 2 + valueBytes)));
		offset += 2 + valueBytes;
	}
	return headers;
}

function broken(what: string): ProviderError {
	return new ProviderError("transient", `Broken event stream: ${what}`);
}
