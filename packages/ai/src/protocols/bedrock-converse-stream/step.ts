import { classifyFailure } from "../../errors/classify.ts";
import { messageIn } from "../../errors/http-failure.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import type { StopReason } from "../../message.ts";
import { parseFrame } from "../../protocol/parse-frame.ts";
import type { FrameEffect, WireFrame } from "../../protocol/protocol.ts";
import type { Reply } from "../../reply/reply.ts";
import { sentinelName } from "./tools.ts";
import type { BlockDelta, BlockStart, WireUsage } from "./wire.ts";

export interface State {
	stopped: boolean;
	/** Base64 pieces of redacted thinking, for open blocks. */
	readonly redacted: Map<number, string[]>;
	/** Calls to the placeholder tool. */
	readonly dropped: Set<number>;
}

export function start(): State {
	return { stopped: false, redacted: new Map(), dropped: new Set() };
}

export function step(state: State, frame: WireFrame, reply: Reply): FrameEffect {
	if (frame.failed) throw exceptionIn(frame);
	switch (frame.event) {
		case "contentBlockStart":
			openBlock(state, parseFrame<BlockStart>(frame), reply);
			return undefined;
		case "contentBlockDelta":
			takeDelta(state, parseFrame<BlockDelta>(frame), reply);
			return undefined;
		case "contentBlockStop":
			closeBlock(state, parseFrame<{ contentBlockIndex: number }>(frame).contentBlockIndex, reply);
			return undefined;
		case "messageStop":
			state.stopped = true;
			takeStop(state, parseFrame<{ stopReason: string }>(frame).stopReason, reply);
			return "finishing";
		case "metadata":
			takeUsage(parseFrame<{ usage?: WireUsage }>(frame).usage, reply);
			return state.stopped ? "finished" : undefined;
		default:
			return undefined;
	}
}

export function end(state: State): void {
	if (!state.stopped) throw new ProviderError("transient", "Bedrock's stream ended before messageStop");
}

function openBlock(state: State, { contentBlockIndex: index, start }: BlockStart, reply: Reply): void {
	const call = start?.toolUse;
	if (!call) return;
	if (call.name === sentinelName) state.dropped.add(index);
	else reply.openToolCall(index, { id: call.toolUseId, name: call.name });
}

function takeDelta(state: State, { contentBlockIndex: index, delta = {} }: BlockDelta, reply: Reply): void {
	if (delta.text) reply.appendText(index, delta.text);
	if (delta.toolUse?.input) reply.appendArguments(index, delta.toolUse.input);
	const { text, signature, redactedContent } = delta.reasoningContent ?? {};
	if (text) reply.appendThinking(index, text);
	if (signature) {
		// A model that hides its thinking sends only the signature.
		reply.openThinking(index);
		reply.signThinking(index, signature);
	}
	if (redactedContent) {
		reply.count(redactedContent.length);
		const pieces = state.redacted.get(index);
		if (pieces) pieces.push(redactedContent);
		else state.redacted.set(index, [redactedContent]);
	}
}

function closeBlock(state: State, index: number, reply: Reply): void {
	const redacted = state.redacted.get(index);
	if (redacted !== undefined) {
		state.redacted.delete(index);
		const pieces = redacted.map((piece) => Buffer.from(piece, "base64"));
		reply.addRedactedThinking(Buffer.concat(pieces).toString("base64"));
	}
	reply.close(index);
}

const stopReasons: Record<string, StopReason> = {
	end_turn: "stop",
	stop_sequence: "stop",
	max_tokens: "length",
	model_context_window_exceeded: "length",
	tool_use: "toolUse",
};

function takeStop(state: State, reason: string, reply: Reply): void {
	const known = stopReasons[reason];
	if (!known) reply.setStop("error", { type: reason, message: `The model stopped: ${reason}` });
	else if (known === "toolUse" && state.dropped.size > 0 && !callsTools(reply)) reply.setStop("stop");
	else reply.setStop(known);
}

function callsTools(reply: Reply): boolean {
	return reply.message.content.some((block) => block.type === "toolCall");
}

function takeUsage(usage: WireUsage | undefined, reply: Reply): void {
	if (!usage) return;
	reply.setUsage({
		input: usage.inputTokens ?? 0,
		output: usage.outputTokens ?? 0,
		cacheRead: usage.cacheReadInputTokens ?? 0,
		cacheWrite: usage.cacheWriteInputTokens ?? 0,
	});
}

/** The HTTP status of each exception when it occurs before the stream. */
const statuses: Readonly<Record<string, number>> = {
	validationException: 400,
	accessDeniedException: 403,
	resourceNotFoundException: 404,
	modelTimeoutException: 408,
	modelStreamErrorException: 424,
	throttlingException: 429,
	internalServerException: 500,
	serviceUnavailableException: 503,
};

/** An error reported in the stream. */
function exceptionIn(frame: WireFrame): ProviderError {
	const name = frame.event ?? "unknown";
	const status = statuses[name];
	const message = `Bedrock stream error (${name}): ${messageIn(frame.data) || "no message"}`;
	// The model broke off; a retry may succeed.
	const kind = name === "modelStreamErrorException" ? "transient" : classifyFailure(status, message);
	return new ProviderError(kind, message, { status });
}
