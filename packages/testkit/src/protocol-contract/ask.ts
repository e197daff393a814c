import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { createStream } from "@oh-my-pi/pi-ai/stream/stream";
import type { WireSpeaker } from "./speaker.ts";

export interface Asked {
	readonly events: AssistantMessageEvent[];
	readonly message: AssistantMessage;
	/** Number of requests to the provider. */
	readonly requests: number;
	/** The delays between tries, in milliseconds; not actually waited. */
	readonly waits: number[];
}

export const question: Context = {
	systemPrompt: ["You are under test."],
	messages: [{ role: "user", content: "go", timestamp: 0 }],
	tools: [
		{
			name: "bash",
			description: "Runs a command",
			parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
		},
	],
};

/** Sends one request; the responses are given in order, the last one repeatedly. */
export async function ask(
	speaker: WireSpeaker,
	answers: ReadonlyArray<Response | (() => Response | Promise<Response>)>,
	options: StreamOptions & { onEvent?: (event: AssistantMessageEvent) => void; context?: Context } = {},
): Promise<Asked> {
	let requests = 0;
	const waits: number[] = [];
	const stream = createStream({
		host: { now: () => 1000, env: {} },
		protocols: new Map([[speaker.model.api, async () => speaker.protocol]]),
		async fetch() {
			const answer = answers[Math.min(requests++, answers.length - 1)];
			if (!answer) throw new Error("No answer scripted");
			return typeof answer === "function" ? answer() : answer;
		},
		async sleep(delayMs) {
			waits.push(delayMs);
		},
	});
	const { onEvent, context, ...rest } = options;
	const answering = stream(speaker.model, context ?? question, { apiKey: "test-key", ...rest });
	const events: AssistantMessageEvent[] = [];
	for await (const event of answering) {
		// The partial is live; clone what a consumer saw at this moment.
		events.push(structuredClone(event));
		onEvent?.(event);
	}
	return { events, message: await answering.result(), requests, waits };
}

/** The events without their message: kind, index and text. */
export function outline(events: readonly AssistantMessageEvent[]): string[] {
	return events.map((event) => {
		switch (event.type) {
			case "text_delta":
			case "thinking_delta":
			case "toolcall_delta":
				return `${event.type} ${event.contentIndex}`;
			case "text_end":
			case "thinking_end":
				return `${event.type} ${event.contentIndex} ${event.content}`;
			case "toolcall_end":
				return `${event.type} ${event.contentIndex} ${event.toolCall.name} ${JSON.stringify(event.toolCall.arguments)}`;
			case "done":
			case "error":
				return `${event.type} ${event.reason}`;
			case "start":
				return "start";
			default:
				return `${event.type} ${event.contentIndex}`;
		}
	});
}

/** The outline with consecutive deltas merged, as their number depends on the wire. */
export function foldedOutline(events: readonly AssistantMessageEvent[]): string[] {
	return outline(events).filter((line, index, lines) => line !== lines[index - 1]);
}
