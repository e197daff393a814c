import type { AssistantMessage, Tool, ToolCall } from "@oh-my-pi/pi-ai/message";
import { remember } from "@oh-my-pi/pi-ai/remember";
import type { AgentTool } from "./tool.ts";

const intentField = "i";
const intentSchema = { type: "string", description: "concise intent" };

/** The tools as the model sees them; with tracing, each call must say in a few words what it is for. */
export function wireTools(tools: readonly AgentTool[], options: { intentTracing: boolean }): Tool[] {
	return tools.map((tool) => (options.intentTracing && !tool.noIntent ? tracedTool(tool) : plainTool(tool)));
}

function plainTool({ name, prompt: description, parameters, strict }: AgentTool): Tool {
	return { name, description, parameters, ...(strict !== undefined && { strict }) };
}

/** The same from request to request, so that protocols rewrite each schema once. */
const tracedTool = remember((tool: AgentTool): Tool => {
	const { parameters } = tool;
	const properties = { [intentField]: intentSchema, ...(parameters.properties as Record<string, unknown>) };
	const required = [intentField, ...((parameters.required as string[] | undefined) ?? [])];
	return { ...plainTool(tool), parameters: { ...parameters, properties, required } };
});

/** Moves each call's stated intent out of its arguments, where the tool would not know what to do with it. */
export function liftIntents(message: AssistantMessage, tools: readonly AgentTool[]): void {
	for (const block of message.content) {
		if (block.type !== "toolCall") continue;
		const intent = block.arguments[intentField];
		const tool = tools.find((candidate) => candidate.name === block.name);
		const ownField = tool && intentField in ((tool.parameters.properties as object | undefined) ?? {});
		if (typeof intent !== "string" || ownField) continue;
		const { [intentField]: _, ...rest } = block.arguments;
		block.arguments = rest;
		block.intent = intent;
	}
}

/** Calls by another name become calls by the right one before anybody sees them, so that history and results agree. */
export function nameTools(message: AssistantMessage, nameOf: (called: string) => string): void {
	for (const block of message.content) if (block.type === "toolCall") renameCall(block, nameOf);
}

const writtenNames = new WeakMap<ToolCall, string>();

export function renameCall(call: ToolCall, nameOf: (called: string) => string): void {
	const name = nameOf(call.name);
	if (name === call.name) return;
	writtenNames.set(call, call.name);
	call.name = name;
}

/** What to tell the model about the name it used; nothing when it was the right one. */
export function renameNotes(call: ToolCall): string[] {
	const written = writtenNames.get(call);
	return written === undefined ? [] : [`The tool \`${written}\` is called \`${call.name}\` here.`];
}
