import { type AssistantMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import { isTerminal } from "@oh-my-pi/pi-ai/reply/event";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";
import { liftIntents } from "../tools/intent.ts";
import { routeCalls } from "../tools/route-call.ts";
import type { LoopPorts, LoopState } from "./ports.ts";
import { requestContext } from "./request-context.ts";
import { reviewCalls } from "./review-calls.ts";

/** Sends one request and reports the answer as it streams; every failure becomes the returned message. */
export async function streamReply(state: LoopState, ports: LoopPorts, signal: AbortSignal): Promise<AssistantMessage> {
	const { model } = state;
	if (!model) throw new Error("No model selected.");
	const context = await requestContext(state, ports, signal);
	const toolChoice = ports.getToolChoice?.();
	const options = { ...ports.streamOptions?.(model), ...(toolChoice && { toolChoice }), signal };
	let begun = false;
	const stream = ports.streamFn(model, context, options);
	for await (const event of stream) {
		if (isTerminal(event)) break;
		if (event.type === "start") continue;
		if (!begun) {
			begun = true;
			await ports.emit({ type: "message_start", message: event.partial });
		}
		await ports.emit({ type: "message_update", message: event.partial, assistantMessageEvent: event });
	}
	const message = await stream.result();
	if (signal.aborted) markAborted(message, signal);
	if (ports.routeCall) routeCalls(message, ports.routeCall);
	liftIntents(message, state.tools);
	const isComplete = message.stopReason !== "error" && message.stopReason !== "aborted";
	if (isComplete) await reviewCalls(toolCallsOf(message), state, ports, signal);
	state.messages.push(message);
	if (!begun) await ports.emit({ type: "message_start", message });
	await ports.emit({ type: "message_end", message });
	return message;
}

/** The message that closes a run which was aborted between two requests. */
export function abortedMessage(state: LoopState, ports: LoopPorts, signal: AbortSignal): AssistantMessage {
	const message: AssistantMessage = {
		role: "assistant",
		content: [],
		api: state.model?.api ?? "unknown",
		provider: state.model?.provider ?? "unknown",
		model: state.model?.id ?? "unknown",
		usage: emptyUsage(),
		stopReason: "aborted",
		timestamp: ports.now(),
	};
	markAborted(message, signal);
	return message;
}

function markAborted(message: AssistantMessage, signal: AbortSignal): void {
	message.stopReason = "aborted";
	message.errorMessage = typeof signal.reason === "string" ? signal.reason : "Interrupted by user";
	// A complete call will not run either; the model must not see it as pending.
	message.content = message.content.filter((block) => block.type !== "toolCall");
}
