import type { AssistantMessage, Tool } from "@oh-my-pi/pi-ai/message";
import { remember } from "@oh-my-pi/pi-ai/remember";
import type { AgentTool } from "./tool.ts";

const intentField = "i";
const intentSchema = { type: "string" };
/** Only the first tool explains it, as every request carries the schemas. */
const explainedIntent = { ...intentSchema, description: "What for, in a few words" };

/**
 * The tools as the model sees them; with tracing, calls that do not show it must say in a few words what they are for. Every call
 * may say it.
 */
export function wireTools(tools: readonly AgentTool[], options: { intentTracing: boolean }): Tool[] {
	const explaining = tools.findIndex(({ asksIntent }) => asksIntent);
	return tools.map((tool, index) => {
		if (!options.intentTracing || !tool.asksIntent) return plainTool(tool);
		return index === explaining ? explainingTool(tool) : tracedTool(tool);
	});
}

function plainTool({ name, prompt: description, parameters, strict }: AgentTool): Tool {
	return { name, description, parameters, ...(strict !== undefined && { strict }) };
}

/** The same from request to request, so that protocols rewrite each schema once. */
const tracedTool = remember((tool: AgentTool): Tool => traced(tool, intentSchema));
const explainingTool = remember((tool: AgentTool): Tool => traced(tool, explainedIntent));

function traced(tool: AgentTool, intent: typeof intentSchema): Tool {
	const { parameters } = tool;
	const properties = { [intentField]: intent, ...(parameters.properties as Record<string, unknown>) };
	const required = [intentField, ...((parameters.required as string[] | undefined) ?? [])];
	return { ...plainTool(tool), parameters: { ...parameters, properties, required } };
}

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

/** A reply as the model wrote it: with the intent among the arguments, where the schemas ask for it. */
export const withIntents = remember((message: AssistantMessage): AssistantMessage => {
	const isStated = message.content.some((block) => block.type === "toolCall" && block.intent !== undefined);
	if (!isStated) return message;
	const content = message.content.map((block) =>
		block.type === "toolCall" && block.intent !== undefined
			? { ...block, arguments: { [intentField]: block.intent, ...block.arguments } }
			: block,
	);
	return { ...message, content };
});
