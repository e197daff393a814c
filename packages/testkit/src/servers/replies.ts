import type { FixtureResponse } from "@copilotkit/aimock";

/** A reply of the scripted model, and how it is delivered. */
export interface Reply {
	readonly answer: Answer | Failure;
	readonly delivery?: Delivery;
}

export interface Answer {
	readonly text?: string;
	readonly thinking?: string;
	/** The signature of the thinking. */
	readonly thinkingSignature?: string;
	readonly toolCalls?: readonly ScriptedToolCall[];
	readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
	/** In OpenAI's terms (`stop`, `length`, `tool_calls`, `content_filter`); translated for each protocol. */
	readonly stopReason?: string;
}

export interface ScriptedToolCall {
	readonly name: string;
	readonly arguments: unknown;
	/** Default: `call_<reply>_<call>`, both from 1. */
	readonly id?: string;
}

export interface Failure {
	readonly status: number;
	readonly message: string;
	readonly type?: string;
	readonly code?: string;
	readonly retryAfterSeconds?: number;
}

export interface Delivery {
	/** Characters per streamed chunk. */
	readonly chunkChars?: number;
	readonly firstChunkDelayMs?: number;
	readonly chunkDelayMs?: number;
	/** The connection breaks after this many chunks. */
	readonly cutAfterChunks?: number;
	/** The rest is held after this many chunks until the gate opens. */
	readonly hold?: { readonly afterChunks: number; readonly gate: Gate };
}

export function text(content: string, answer: Omit<Answer, "text" | "toolCalls"> = {}): Reply {
	return { answer: { ...answer, text: content } };
}

export function toolCall(name: string, args: unknown, answer: Omit<Answer, "toolCalls"> & { id?: string } = {}): Reply {
	const { id, ...rest } = answer;
	return { answer: { ...rest, toolCalls: [{ name, arguments: args, ...(id !== undefined && { id }) }] } };
}

export function toolCalls(...calls: readonly ScriptedToolCall[]): Reply {
	return { answer: { toolCalls: calls } };
}

export function failure(status: number, message: string, details: Omit<Failure, "status" | "message"> = {}): Reply {
	return { answer: { status, message, ...details } };
}

/** `delivered(text("a long answer"), { cutAfterChunks: 2 })` */
export function delivered(reply: Reply, delivery: Delivery): Reply {
	return { ...reply, delivery: { ...reply.delivery, ...delivery } };
}

/** A reply that stalls in the middle. */
export function stalled(reply: Reply, afterChunks = 0): Reply {
	return delivered(reply, { hold: { afterChunks, gate: gate() } });
}

/** Blocks something until the test opens it. */
export interface Gate {
	readonly opened: Promise<void>;
	open(): void;
}

export function gate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve };
}

/** The reply in aimock's format; `replyNumber` counts from 1 and makes call ids predictable. */
export function toAimockResponse(reply: Reply, replyNumber: number): FixtureResponse {
	const { answer } = reply;
	if ("status" in answer) {
		const { status, message, type, code, retryAfterSeconds } = answer;
		return {
			status,
			error: { message, ...(type !== undefined && { type }), ...(code !== undefined && { code }) },
			...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }),
		};
	}
	const toolCalls = (answer.toolCalls ?? []).map((call, index) => ({
		id: call.id ?? `call_${replyNumber}_${index + 1}`,
		name: call.name,
		arguments: JSON.stringify(call.arguments),
	}));
	const rest = {
		...(answer.thinking !== undefined && { reasoning: answer.thinking }),
		...(answer.thinkingSignature !== undefined && { reasoningSignature: answer.thinkingSignature }),
		...(answer.stopReason !== undefined && { finishReason: answer.stopReason }),
		...(answer.usage && { usage: usageInEveryDialect(answer.usage) }),
	};
	// An empty list of calls, or empty text beside calls, would become a separate block.
	if (toolCalls.length === 0) return { content: answer.text ?? "", ...rest };
	return answer.text ? { content: answer.text, toolCalls, ...rest } : { toolCalls, ...rest };
}

function usageInEveryDialect({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) {
	return {
		prompt_tokens: inputTokens,
		completion_tokens: outputTokens,
		input_tokens: inputTokens,
		output_tokens: outputTokens,
		promptTokenCount: inputTokens,
		candidatesTokenCount: outputTokens,
	};
}
