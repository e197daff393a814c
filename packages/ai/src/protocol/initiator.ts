import type { Message } from "../message.ts";
import type { ModelCall } from "./protocol.ts";

export type Initiator = "user" | "agent";

/** Who caused this request: the user, or the agent by itself. */
export function detectInitiator(call: ModelCall): Initiator {
	if (call.options.initiatorOverride) return call.options.initiatorOverride;
	const last = call.context.messages.at(-1);
	if (last?.role !== "user" && last?.role !== "developer") return "agent";
	return last.attribution ?? (last.role === "user" ? "user" : "agent");
}

/** GitHub bills by initiator and routes by content. */
export function initiatorHeaders(call: ModelCall): Record<string, string> {
	return {
		"x-initiator": detectInitiator(call),
		"openai-intent": "conversation-edits",
		...(call.context.messages.some(hasImage) && { "copilot-vision-request": "true" }),
	};
}

/** How many premium requests this one costs. */
export function premiumRequestsOf(call: ModelCall): number {
	return detectInitiator(call) === "user" ? (call.model.premiumMultiplier ?? 1) : 0;
}

function hasImage(message: Message): boolean {
	return typeof message.content !== "string" && message.content.some((block) => block.type === "image");
}
