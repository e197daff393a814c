import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import {
	type AssistantContent,
	type AssistantMessage,
	type Context,
	joinText,
	type Message,
	type Tool,
	type ToolResultMessage,
	type UserMessage,
} from "../message.ts";
import type { Model } from "../model/model.ts";
import { resultRuns } from "../replay/result-runs.ts";
import { transformMessages } from "../replay/transform-messages.ts";
import type { Dialect, WrittenCall } from "./parts/dialect.ts";
import prompt from "./tools.md" with { type: "text" };

/**
 * The context without native tools: they are described in the prompt, and the history has calls and results as text.
 */
export function rewriteContext(context: Context, model: Model, dialect: Dialect): Context {
	const { tools = [], systemPrompt = [] } = context;
	const history = transformMessages(context.messages, model, {
		unsignedThinking: true,
		toolCallId: (id) => id,
		orphanResults: "drop",
	});
	return {
		systemPrompt: tools.length > 0 ? [...systemPrompt, toolsPrompt(tools, dialect)] : systemPrompt,
		messages: rewriteHistory(history, dialect),
	};
}

function rewriteHistory(history: readonly Message[], dialect: Dialect): Message[] {
	const calls = new Map<string, WrittenCall>();
	return resultRuns(history).map((item) => {
		if (Array.isArray(item)) return rewriteResults(item, calls, dialect);
		return item.role === "assistant" ? rewriteTurn(item, calls, dialect) : item;
	});
}

function rewriteTurn(turn: AssistantMessage, calls: Map<string, WrittenCall>, dialect: Dialect): AssistantMessage {
	const content: AssistantContent[] = [];
	let run: WrittenCall[] = [];
	const endRun = () => {
		if (run.length > 0) content.push({ type: "text", text: dialect.renderCalls(run) });
		run = [];
	};
	for (const block of turn.content) {
		if (block.type === "toolCall") {
			const call = { name: block.name, arguments: block.arguments, number: calls.size };
			calls.set(block.id, call);
			run.push(call);
			continue;
		}
		endRun();
		content.push(block);
	}
	endRun();
	return { ...turn, content };
}

function rewriteResults(
	results: readonly ToolResultMessage[],
	calls: ReadonlyMap<string, WrittenCall>,
	dialect: Dialect,
): UserMessage {
	const written = results.map((result) => ({
		call: calls.get(result.toolCallId) ?? { name: result.toolName, arguments: {}, number: 0 },
		text: joinText(result.content),
		isError: result.isError,
	}));
	const images = results.flatMap((result) => result.content.filter((block) => block.type === "image"));
	return {
		role: "user",
		content: [{ type: "text", text: dialect.renderResults(written) }, ...images],
		attribution: "agent",
		timestamp: results[0]?.timestamp ?? 0,
	};
}

/** The instructions about tools for a model without native ones. */
export function toolsPrompt(tools: readonly Tool[], dialect: Dialect): string {
	const call = { name: "tool_name", arguments: { first_parameter: "some text", second_parameter: 2 }, number: 0 };
	return renderPrompt(prompt, {
		tools: tools.map(functionLine).join("\n"),
		call: dialect.renderCalls([call]),
		hint: dialect.hint ? `${dialect.hint} ` : "",
		result: dialect.renderResults([{ call, text: "what the tool found", isError: false }]),
	});
}

function functionLine({ name, description, parameters }: Tool): string {
	return JSON.stringify({ type: "function", function: { name, description, parameters } });
}
