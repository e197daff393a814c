import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage, ToolCall } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";

interface Objection {
	readonly contentIndex: number;
	readonly problem: string;
}

/**
 * Aborts a reply during a tool call that cannot succeed. The call is refused with the reason, so that the model can repeat
 * it without writing the rest.
 */
export class EarlyStop implements Hook {
	readonly name = "early-stop";
	readonly order = hookOrder.earlyStop;
	readonly #tools: () => readonly AgentTool[];
	readonly #refused = new Map<string, string>();

	constructor(tools: () => readonly AgentTool[]) {
		this.#tools = tools;
	}

	wrapStream(stream: StreamFn): StreamFn {
		return (model, context, options = {}) => {
			const events = new AssistantMessageEventStream();
			const stop = new AbortController();
			const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
			const forward = async () => {
				const objections = this.#objections();
				for await (const event of stream(model, context, { ...options, signal })) {
					events.push(event);
					const objection = await objections(event);
					if (!objection || !("partial" in event)) continue;
					this.#cut(event.partial, objection, events);
					stop.abort();
				}
			};
			forward().then(
				() => events.end(),
				(error) => events.fail(error),
			);
			return events;
		};
	}

	/** Refuses an aborted call. */
	beforeToolCall(call: ToolCall): { refuse: string } | undefined {
		const problem = this.#refused.get(call.id);
		this.#refused.delete(call.id);
		return problem === undefined ? undefined : { refuse: `${problem}\n\nThe call was stopped before it was complete.` };
	}

	/** Checks the partial arguments of a call as they stream in. */
	#objections(): (event: AssistantMessageEvent) => Promise<Objection | undefined> {
		let seen: unknown;
		return async (event) => {
			if (event.type !== "toolcall_delta") return undefined;
			const { contentIndex, partial } = event;
			const call = partial.content[contentIndex];
			if (call?.type !== "toolCall" || call.arguments === seen) return undefined;
			seen = call.arguments;
			const tool = this.#tools().find(({ name }) => name === call.name);
			const problem = await tool?.validateWhileStreaming?.(call.arguments);
			return problem === undefined ? undefined : { contentIndex, problem };
		};
	}

	/** Uses a copy of the message: the stream still marks the original as aborted. */
	#cut(partial: AssistantMessage, { contentIndex, problem }: Objection, events: AssistantMessageEventStream): void {
		const message: AssistantMessage = {
			...partial,
			content: partial.content.slice(0, contentIndex + 1),
			stopReason: "toolUse",
		};
		const toolCall = message.content[contentIndex];
		if (toolCall?.type !== "toolCall") return;
		this.#refused.set(toolCall.id, problem);
		events.push({ type: "toolcall_end", contentIndex, toolCall, partial: message });
		events.push({ type: "done", reason: "toolUse", message });
	}
}
