import type { AssistantContent, Context, ImageContent, Message, TextContent, Tool } from "@oh-my-pi/pi-ai/message";
import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import type { SecretHider } from "@oh-my-pi/pi-secrets/hider/secret-hider";
import { isKeyword, structural } from "./structural-words.ts";

/** Everything of a request that a provider would read as text. What holds no secret stays the same object. */
export function hideContext(context: Context, hider: SecretHider): Context {
	const hide = (text: string) => hider.hide(text);
	return {
		...context,
		...(context.systemPrompt && { systemPrompt: context.systemPrompt.map(hide) }),
		messages: context.messages.map((message) => hideMessage(message, hider)),
		...(context.tools && { tools: context.tools.map((tool) => hideTool(tool, hide)) }),
	};
}

function hideMessage(message: Message, hider: SecretHider): Message {
	const hide = (text: string) => hider.hide(text);
	// Somebody may quote a placeholder from the screen, and a provider's own items hold those it was sent.
	const hideKept = (text: string) => hider.hide(text, { keepPlaceholders: true });
	switch (message.role) {
		case "assistant":
			return withContent(
				message,
				message.content.map((block) => hideReply(block, hide)),
			);
		case "user": {
			const hidden = withContent(message, hideBlocks(message.content, hideKept));
			const { providerItems } = message;
			if (!providerItems) return hidden;
			const items = mapTexts(providerItems.items, hideKept) as readonly unknown[];
			return items === providerItems.items ? hidden : { ...hidden, providerItems: { ...providerItems, items } };
		}
		default:
			return withContent(message, hideBlocks(message.content, hide));
	}
}

type Blocks = string | Array<TextContent | ImageContent>;

function hideBlocks<Content extends Blocks>(content: Content, hide: (text: string) => string): Content {
	if (typeof content === "string") return hide(content) as Content;
	return content.map((block) => (block.type === "text" ? withText(block, hide) : block)) as Content;
}

/** Signatures and encrypted thoughts are the provider's own. */
function hideReply(block: AssistantContent, hide: (text: string) => string): AssistantContent {
	switch (block.type) {
		case "text":
			return withText(block, hide);
		case "thinking": {
			const thinking = hide(block.thinking);
			return thinking === block.thinking ? block : { ...block, thinking };
		}
		case "toolCall": {
			const args = mapTexts(block.arguments, hide, true) as typeof block.arguments;
			const intent = block.intent === undefined ? undefined : hide(block.intent);
			if (args === block.arguments && intent === block.intent) return block;
			return { ...block, arguments: args, ...(intent !== undefined && { intent }) };
		}
		default:
			return block;
	}
}

function withText(block: TextContent, hide: (text: string) => string): TextContent {
	const text = hide(block.text);
	return text === block.text ? block : { ...block, text };
}

function withContent<Kind extends Message>(message: Kind, content: Kind["content"]): Kind {
	const before = message.content;
	const isSame =
		typeof content === "string" || typeof before === "string"
			? content === before
			: content.every((block, index) => block === before[index]);
	return isSame ? message : { ...message, content };
}

function hideTool(tool: Tool, hide: (text: string) => string): Tool {
	const description = hide(tool.description);
	const parameters = hideSchema(tool.parameters, hide) as Tool["parameters"];
	if (description === tool.description && parameters === tool.parameters) return tool;
	return { ...tool, description, parameters };
}

function hideSchema(schema: unknown, hide: (text: string) => string): unknown {
	if (typeof schema === "string") return hide(schema);
	if (typeof schema !== "object" || schema === null) return schema;
	if (Array.isArray(schema))
		return mapTexts(
			schema.map((item) => hideSchema(item, hide)),
			(text) => text,
		);
	const entries = Object.entries(schema);
	const hidden = entries.map(([name, value]) => {
		if (!structural.has(name) || !isKeyword(value)) return [name, hideSchema(value, hide)] as const;
		return [name, value] as const;
	});
	return hidden.every(([, value], index) => value === entries[index]?.[1]) ? schema : Object.fromEntries(hidden);
}
