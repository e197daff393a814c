import type { ModelCall } from "../protocol/protocol.ts";

/** gpt-oss uses Harmony: a control token in replayed text would end its message. */
export function escapesHarmony(call: ModelCall): boolean {
	return /gpt-oss/i.test(call.model.id) && call.options.toolFormat !== "harmony";
}

/** Makes control tokens readable but inert. */
export function escapeHarmonyTokens(text: string): string {
	return text.replace(/<\|(start|end|message|channel|constrain|call|return)\|>/g, "<\u200b|$1|>");
}
