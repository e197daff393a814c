import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type AssistantMessage, joinText } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { convertToLlm } from "../history/convert-to-llm.ts";

interface Dumped {
	readonly model: Model | undefined;
	readonly thinkingLevel: string;
	readonly systemPrompt: readonly string[];
	readonly tools: readonly AgentTool[];
	readonly messages: readonly AgentMessage[];
}

/** The whole context as Markdown. */
export function dumpText({ model, thinkingLevel, systemPrompt, tools, messages }: Dumped): string {
	return [
		`# System prompt\n\n${systemPrompt.join("\n\n")}`,
		`# Model\n\n${model ? selectorOf(model) : "none"}, thinking ${thinkingLevel}`,
		"# Tools",
		...tools.map(
			({ name, prompt, parameters }) => `## ${name}\n\n${prompt.trim()}\n\n${fenced(json(parameters), "json")}`,
		),
		"# Messages",
		...messages.flatMap(messageText),
	].join("\n\n");
}

function messageText(message: AgentMessage): string[] {
	if (!isLlmMessage(message)) {
		// Messages that are not sent to the model are left out.
		return convertToLlm([message]).map((converted) => `## ${message.role}\n\n${joinText(converted.content)}`);
	}
	switch (message.role) {
		case "assistant":
			return [`## assistant\n\n${spoken(message)}`];
		case "toolResult":
			return [
				`## result of ${message.toolName}${message.isError ? " (error)" : ""}\n\n${fenced(joinText(message.content))}`,
			];
		default:
			return [`## ${message.role}\n\n${joinText(message.content)}`];
	}
}

function spoken({ content, errorMessage }: AssistantMessage): string {
	const parts = content.flatMap((block) => {
		if (block.type === "text") return [block.text];
		if (block.type === "thinking") return [`<thinking>\n${block.thinking}\n</thinking>`];
		return block.type === "toolCall" ? [`→ ${block.name}\n${fenced(json(block.arguments), "json")}`] : [];
	});
	return [...parts, ...(errorMessage ? [`(${errorMessage})`] : [])].join("\n\n");
}

function json(value: unknown): string {
	return JSON.stringify(value, undefined, 2) ?? "";
}

/** The fence is longer than any run of backticks in the text. */
function fenced(text: string, language = ""): string {
	const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${text}\n${fence}`;
}
