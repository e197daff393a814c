import { ProviderError } from "../../errors/provider-error.ts";
import type { AssistantContent, AssistantMessage } from "../../message.ts";
import { parseFrame } from "../../protocol/parse-frame.ts";
import { defineProtocol, type FrameEffect, type ModelCall, type WireFrame } from "../../protocol/protocol.ts";
import type { AssistantMessageEvent } from "../../reply/event.ts";
import type { Reply } from "../../reply/reply.ts";
import { encode } from "./encode.ts";

interface State {
	readonly call: ModelCall;
	isOver: boolean;
}

/** An event on the way: most come without the message so far. */
type WireEvent = AssistantMessageEvent extends infer Event
	? Event extends { partial: AssistantMessage }
		? Omit<Event, "partial"> & { partial?: AssistantMessage }
		: Event
	: never;

/** The events of another omp's gateway, which has the provider's protocol. */
export const piNative = defineProtocol<State>({
	api: "pi-native",
	framing: "sse",
	// The gateway retries what the provider refuses; here only the way to it can fail.
	transportRetries: 2,
	interleaved: true,
	encode,
	start: (call) => ({ call, isOver: false }),
	step,
	end({ isOver }) {
		if (!isOver) throw new ProviderError("transient", "The gateway's stream ended before its last event");
	},
});

function step(state: State, frame: WireFrame, reply: Reply): FrameEffect {
	if (frame.data === "[DONE]") {
		state.isOver = true;
		return "finished";
	}
	const event = parseFrame<WireEvent>(frame);
	switch (event.type) {
		case "start":
			return "keep-alive";
		case "text_start":
			takeHiddenBlocks(event, reply);
			reply.openText(event.contentIndex);
			return undefined;
		case "text_delta":
			reply.appendText(event.contentIndex, event.delta);
			return undefined;
		case "thinking_start":
			takeHiddenBlocks(event, reply);
			reply.openThinking(event.contentIndex);
			return undefined;
		case "thinking_delta":
			reply.appendThinking(event.contentIndex, event.delta);
			return undefined;
		case "toolcall_start":
			takeHiddenBlocks(event, reply);
			openCall(event.contentIndex, event.partial?.content[event.contentIndex], reply);
			return undefined;
		case "toolcall_delta":
			reply.appendArguments(event.contentIndex, event.delta);
			return undefined;
		case "text_end":
		case "thinking_end":
		case "toolcall_end":
			reply.close(event.contentIndex);
			return undefined;
		case "image_end":
			reply.addImage(event.image);
			return undefined;
		case "done":
			return finish(state, reply, event.message);
		case "error":
			return finish(state, reply, event.error);
		default:
			return undefined;
	}
}

/** Redacted thinking has no events of its own; without it the later blocks would have other places. */
function takeHiddenBlocks(
	{ contentIndex, partial }: { readonly contentIndex: number; readonly partial?: AssistantMessage },
	reply: Reply,
): void {
	const { content } = reply.message;
	for (let at = content.length; at < contentIndex; at++) {
		const block = partial?.content[at];
		if (block?.type !== "redactedThinking") return;
		reply.addRedactedThinking(block.data);
	}
}

function openCall(contentIndex: number, block: AssistantContent | undefined, reply: Reply): void {
	if (block?.type !== "toolCall")
		throw new ProviderError("transient", "The gateway began a tool call without its name");
	const { id, name, thoughtSignature, customWireName } = block;
	reply.openToolCall(contentIndex, {
		id,
		name,
		...(thoughtSignature && { thoughtSignature }),
		...(customWireName && { customWireName }),
	});
}

function finish(state: State, reply: Reply, message: AssistantMessage): FrameEffect {
	if (!Array.isArray(message?.content)) throw new ProviderError("transient", "The gateway's last event has no message");
	state.isOver = true;
	reply.adopt(message);
	return "finishing";
}
