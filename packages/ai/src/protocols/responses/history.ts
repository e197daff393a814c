import { resolveCompat } from "../../compat/resolve.ts";
import type { Message, ToolResultMessage } from "../../message.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { escapesHarmony } from "../../replay/harmony-text.ts";
import { callHalf } from "../../replay/tool-call-id.ts";
import { type ReplayRules, transformMessages } from "../../replay/transform-messages.ts";
import { encodeInput, type InputItem } from "./input.ts";

/** The transformed history, each message with its items. */
export interface EncodedHistory {
	readonly messages: readonly Message[];
	readonly items: readonly InputItem[][];
}

export function encodeHistory(
	call: ModelCall,
	messages: readonly Message[],
	orphans: Pick<ReplayRules, "orphanResults" | "orphanNote">,
): EncodedHistory {
	const compat = resolveCompat(call.model);
	const replayed = transformMessages(messages, call.model, {
		// The model's own thinking is only sent if encrypted; the encoder handles that.
		unsignedThinking: true,
		toolCallId: normalizeCallId,
		...orphans,
	});
	const rules = { compat, escapeHarmony: escapesHarmony(call), provider: call.model.provider };
	return { messages: replayed, items: encodeInput(replayed, rules) };
}

/** The provider's part of the id; foreign ids become valid ones. */
export function normalizeCallId(id: string): string {
	const half = callHalf(id);
	return /^call_[A-Za-z0-9_-]{1,59}$/.test(half) ? half : `call_${Bun.hash(half).toString(36)}`;
}

const maxNoteCharacters = 16_000;

/** For hosts that reject a result without its call: its content is kept as a note. */
export function orphanNote(opening: (result: ToolResultMessage) => string): (result: ToolResultMessage) => string {
	return (result) => {
		const text = result.content.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n");
		return `${opening(result)} ${text.slice(0, maxNoteCharacters)}`;
	};
}
