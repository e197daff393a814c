import type { Model } from "@oh-my-pi/pi-ai/model";
import type { Protocol } from "@oh-my-pi/pi-ai/protocol";

export type ScriptedBlock =
	| { kind: "text"; text: string }
	| { kind: "thinking"; thinking: string; signature?: string | undefined }
	| { kind: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };

/** An answer as the model means it, before it is put into any protocol's words. */
export interface ScriptedReply {
	readonly blocks: readonly ScriptedBlock[];
	readonly stop: "stop" | "length" | "toolUse" | "refusal";
	readonly usage?: { input: number; output: number; cacheRead?: number };
}

/**
 * The other end of one wire protocol, written from the provider's documentation and not from our decoder. The contract
 * suite has it speak and listens through the protocol under test.
 */
export interface WireSpeaker {
	readonly protocol: Protocol;
	readonly model: Model;
	readonly contentType: string;
	/** The whole body of a streamed answer. Text and arguments are cut into several pieces where the wire allows. */
	say(reply: ScriptedReply): Uint8Array;
	/** An answer whose stream breaks off inside the text, so that the protocol's own end mark never comes. */
	cutOff(text: string): Uint8Array;
	/** A stream with a frame that is not what the protocol allows (broken JSON, broken checksum). */
	malformed(): Uint8Array;
	/** The provider's body for "your prompt is too long", with its status. */
	readonly overflow: { status: number; body: string };
	/** An error inside a stream that began well; absent where the protocol has none. */
	failInside?(message: string): Uint8Array;
	/** Bytes between two cuts, for a variant whose decoder is tested at every byte elsewhere. */
	readonly cutStride?: number;
	/** What the wire cannot carry, so that the suite does not ask for it. */
	readonly lacks?: {
		thinkingSignatures?: true;
		toolCallIds?: true;
		refusal?: true;
		cacheRead?: true;
		callPieces?: true;
	};
}
