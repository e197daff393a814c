import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { failReply, finishReply } from "@oh-my-pi/pi-ai/reply/finish-reply";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";

/** Writes one answer into a reply; may wait, and may throw like a provider. */
export type ScriptedAnswer = (reply: Reply, request: ScriptedRequest) => void | Promise<void>;

export interface ScriptedRequest {
	readonly context: Context;
	readonly options: StreamOptions;
}

export const scriptedModelRecord: Model = {
	id: "scripted",
	name: "Scripted",
	provider: "test",
	api: "scripted",
	baseUrl: "",
	reasoning: false,
	input: ["text", "image"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 200_000,
	maxTokens: 8192,
};

export function says(text: string): ScriptedAnswer {
	return (reply) => reply.appendText("text", text);
}

export function calls(
	...made: ReadonlyArray<{ name: string; arguments: Record<string, unknown>; id?: string }>
): ScriptedAnswer {
	return (reply) => {
		for (const [index, call] of made.entries()) {
			reply.openToolCall(index, { id: call.id ?? `call_${index}`, name: call.name });
			reply.appendArguments(index, JSON.stringify(call.arguments));
			reply.close(index);
		}
		reply.setStop("toolUse");
	};
}

/** An in-process model that gives the answers in order. */
export function scriptedModel(answers: readonly ScriptedAnswer[]): { streamFn: StreamFn; requests: ScriptedRequest[] } {
	const requests: ScriptedRequest[] = [];
	const streamFn: StreamFn = (model, context, options = {}) => {
		const answer = answers[requests.length];
		const request = { context: structuredClone(context), options };
		requests.push(request);
		const events = new AssistantMessageEventStream();
		const timing = { startedAt: 0, firstContentAt: 0, endedAt: 0 };
		let begun = false;
		const reply = new Reply(model, 0, (event) => {
			if (!begun) events.push({ type: "start", partial: reply.message });
			begun = true;
			events.push(event);
		});
		const speak = async () => {
			try {
				if (!answer) throw new Error(`No answer scripted for request ${requests.length}`);
				await answer(reply, request);
				options.signal?.throwIfAborted();
				events.push(finishReply(reply, model, timing));
			} catch (error) {
				events.push(failReply(reply, error, model, timing, { aborted: options.signal?.aborted ?? false }));
			}
		};
		void speak();
		return events;
	};
	return { streamFn, requests };
}
