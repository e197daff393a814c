import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { Protocol } from "@oh-my-pi/pi-ai/protocol/protocol";

export type ScriptedBlock =
	| { kind: "text"; text: string }
	| { kind: "thinking"; thinking: string; signature?: string | undefined }
	| { kind: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };

/** A scripted answer, independent of the protocol. */
export interface ScriptedReply {
	readonly blocks: readonly ScriptedBlock[];
	readonly stop: "stop" | "length" | "toolUse" | "refusal";
	readonly usage?: { input: number; output: number; cacheRead?: number };
}

/**
 * The server side of one wire protocol, written from the provider's documentation and not from our decoder. The
 * contract suite lets it respond to the protocol under test.
 */
export interface WireSpeaker {
	readonly protocol: Protocol;
	readonly model: Model;
	readonly contentType: string;
	/**
	 * The whole body of a streamed answer. Text and arguments are split into several deltas where the protocol allows.
	 */
	say(reply: ScriptedReply): Uint8Array;
	/** An answer whose stream breaks off within the text, without the protocol's end marker. */
	cutOff(text: string): Uint8Array;
	/** A stream with an invalid frame (broken JSON, broken checksum). */
	malformed(): Uint8Array;
	/** The provider's error for a prompt that is too long. */
	readonly overflow: { status: number; body: string };
	/** An error within a stream; absent if the protocol has none. */
	failInside?(message: string): Uint8Array;
	/** Bytes between two cuts, for a variant whose decoder is tested at every byte elsewhere. */
	readonly cutStride?: number;
	/** What the protocol cannot express, so that the suite skips it. */
	readonly lacks?: {
		thinkingSignatures?: true;
		toolCallIds?: true;
		refusal?: true;
		cacheRead?: true;
		callPieces?: true;
	};
}
