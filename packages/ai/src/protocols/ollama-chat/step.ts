import { classifyFailure } from "../../errors/classify.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { parseFrame } from "../../protocol/parse-frame.ts";
import type { FrameEffect, ModelCall, WireFrame } from "../../protocol/protocol.ts";
import { ToolCallIds } from "../../replay/generated-id.ts";
import type { Reply } from "../../reply/reply.ts";
import type { WireChunk } from "./wire.ts";

export interface State {
	readonly ids: ToolCallIds;
	done: boolean;
}

export function start(call: Pick<ModelCall, "now">): State {
	return { ids: new ToolCallIds(call.now), done: false };
}

export function step(state: State, frame: WireFrame, reply: Reply): FrameEffect {
	const chunk = parseFrame<WireChunk>(frame);
	if (chunk.error !== undefined) throw inStreamError(chunk.error);
	const { thinking, content, tool_calls: calls = [] } = chunk.message ?? {};
	if (thinking) reply.appendThinking("thinking", thinking);
	if (content) reply.appendText("text", content);
	for (const call of calls ?? []) takeCall(state, call, reply);
	if (!chunk.done) return undefined;
	state.done = true;
	takeUsage(chunk, reply);
	takeStop(chunk.done_reason, reply);
	return "finished";
}

export function end(state: State): void {
	if (!state.done) throw new ProviderError("transient", "Ollama's stream ended before it was done");
}

type WireCall = NonNullable<NonNullable<WireChunk["message"]>["tool_calls"]>[number];

function takeCall(state: State, call: WireCall, reply: Reply): void {
	const { name = "", arguments: args = {} } = call.function ?? {};
	const id = state.ids.take(name, call.id);
	reply.openToolCall(id, { id, name });
	reply.appendArguments(id, typeof args === "string" ? args : JSON.stringify(args));
	reply.close(id);
}

function takeUsage(chunk: WireChunk, reply: Reply): void {
	reply.setUsage({ input: chunk.prompt_eval_count ?? 0, output: chunk.eval_count ?? 0 });
}

function takeStop(reason: string | undefined, reply: Reply): void {
	switch (reason) {
		case "length":
			// The engine truncates a prompt that fills its context before generating anything.
			if (!reply.hasContent) {
				throw new ProviderError("context-overflow", "The prompt exceeds the available context size of the engine");
			}
			reply.setStop("length");
			break;
		case "load":
			reply.setStop("error", { type: "load", message: "The engine only loaded the model and did not answer" });
			break;
		default:
			reply.setStop("stop");
	}
}

function inStreamError(error: string): ProviderError {
	const text = `Ollama stream error: ${error}`;
	return new ProviderError(classifyFailure(undefined, text), text);
}
