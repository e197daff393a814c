import type { Message } from "@oh-my-pi/pi-ai/message";
import { type ScriptedAnswer, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { Agent } from "../agent/agent.ts";
import type { AgentEvent } from "../event.ts";
import { isLlmMessage } from "../message.ts";
import { type AgentTool, defineTool } from "../tools/tool.ts";

/** Returns its input. */
export const echo = defineTool({
	name: "echo",
	label: "Echo",
	prompt: "Says it back",
	parameters: {
		type: "object",
		properties: { text: { type: "string" } },
		required: ["text"],
		additionalProperties: false,
	},
	execute: async ({ text }) => ({ content: text }),
});

/** Runs until released or aborted, and logs start and end. */
export function gatedTool(name: string, log: string[], concurrency: "shared" | "exclusive" = "shared") {
	const gate = Promise.withResolvers<void>();
	const tool = defineTool({
		name,
		label: name,
		prompt: name,
		parameters: { type: "object", properties: {} },
		concurrency,
		async execute(_params, call) {
			log.push(`begin ${name}`);
			await Promise.race([gate.promise, new Promise((resolve) => call.signal.addEventListener("abort", resolve))]);
			log.push(`end ${name}`);
			return { content: call.signal.aborted ? `${name} cancelled` : name, isError: call.signal.aborted };
		},
	});
	return { tool, open: gate.resolve };
}

/** An agent with a scripted model, and the events it emits. */
export function agentWith(answers: readonly ScriptedAnswer[], tools: readonly AgentTool[] = [echo]) {
	const model = scriptedModel(answers);
	const agent = new Agent({
		streamFn: model.streamFn,
		now: () => 7,
		intentTracing: false,
		convertToLlm: (messages) => messages.filter(isLlmMessage),
		initialState: { model: scriptedModelRecord, systemPrompt: ["Be brief."], tools, messages: [] },
	});
	const events: AgentEvent[] = [];
	agent.subscribe((event) => {
		events.push(structuredClone(event));
	});
	return { agent, events, requests: model.requests };
}

/** The events as short text, without payload. */
export const outline = (events: readonly AgentEvent[]) =>
	events.map((event) => {
		switch (event.type) {
			case "message_start":
			case "message_end":
				return `${event.type} ${event.message.role}`;
			case "message_update":
				return event.assistantMessageEvent.type;
			case "tool_execution_start":
			case "tool_execution_end":
				return `${event.type} ${event.toolName}`;
			default:
				return event.type;
		}
	});

export const lastTexts = (messages: readonly Message[]) =>
	messages.map((message) => {
		const content = message.content;
		return typeof content === "string"
			? content
			: content.map((block) => ("text" in block ? block.text : block.type)).join();
	});

export const user = (text: string) => ({ role: "user" as const, content: text, timestamp: 1 });
