import { ProviderError } from "../../errors/provider-error.ts";
import type { StopReason } from "../../message.ts";
import type { Reply } from "../../reply.ts";

const reasons: Record<string, StopReason> = {
	stop: "stop",
	length: "length",
	max_tokens: "length",
	model_context_window_exceeded: "length",
	tool_calls: "toolUse",
	function_call: "toolUse",
};

const refusals = new Set(["content_filter", "sensitive", "refusal"]);

/** What the host's word for the end means. */
export function takeFinish(reply: Reply, reason: string): void {
	if (refusals.has(reason)) {
		reply.setStop("error", { type: reason, message: "The provider withheld the answer (content filter)" });
	} else if (reason === "error" || reason === "network_error") {
		throw new ProviderError("transient", `The host stopped with "${reason}"`);
	} else reply.setStop(reasons[reason] ?? "stop");
}
