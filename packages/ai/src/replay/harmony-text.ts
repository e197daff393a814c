import type { ModelCall } from "../protocol.ts";

/** gpt-oss speaks Harmony: a control token that stands in replayed text would end the message it stands in. */
export function escapesHarmony(call: ModelCall): boolean {
	return /gpt-oss/i.test(call.model.id) && call.options.toolFormat !== "harmony";
}

/** The text with control tokens spelt so that they can be read but not obeyed. */
export function escapeHarmonyTokens(text: string): string {
	return text.replace(/<\|(start|end|message|channel|constrain|call|return)\|>/g, "<\u200b|$1|>");
}
