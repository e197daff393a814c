import type { AssistantContent, ImageContent, Message, TextContent, ToolResultMessage } from "../../message.ts";
import { resultRuns } from "../../replay/result-runs.ts";
import type { WireContent, WirePart } from "./wire.ts";

export interface ContentRules {
	/** Calls and results have ids; otherwise they are matched by name and order. */
	readonly ids: boolean;
	/** Function calls must be signed, and results may have images. */
	readonly gemini3: boolean;
}

/** The history as turns of `user` and `model`; all results of a turn are one content. */
export function encodeContents(messages: readonly Message[], rules: ContentRules): WireContent[] {
	const contents: WireContent[] = [];
	const append = (role: WireContent["role"], parts: WirePart[]) => {
		if (parts.length === 0) return;
		const last = contents.at(-1);
		if (last?.role === role && !holdsResults(last.parts) && !holdsResults(parts)) last.parts.push(...parts);
		else contents.push({ role, parts });
	};
	for (const item of resultRuns(messages)) {
		if (Array.isArray(item)) {
			append("user", encodeResults(item, rules));
			if (!rules.gemini3)
				append(
					"user",
					item.flatMap((result) => result.content.filter(isImage).map(encodeImage)),
				);
		} else if (item.role === "assistant") append("model", encodeAssistant(item.content, rules));
		else append("user", encodeInput(item.content));
	}
	return contents;
}

function holdsResults(parts: readonly WirePart[]): boolean {
	return parts[0]?.functionResponse !== undefined;
}

function encodeAssistant(content: readonly AssistantContent[], rules: ContentRules): WirePart[] {
	const parts: WirePart[] = [];
	for (const block of content) {
		switch (block.type) {
			case "text":
				if (block.text.trim()) parts.push({ text: block.text, ...signatureFor(block.textSignature) });
				break;
			case "thinking":
				parts.push({ thought: true, text: block.thinking, ...signatureFor(block.thinkingSignature) });
				break;
			case "toolCall":
				parts.push({
					functionCall: { ...(rules.ids && { id: block.id }), name: block.name, args: block.arguments },
					...signatureFor(block.thoughtSignature, { required: rules.gemini3 }),
				});
				break;
			case "image":
				parts.push(encodeImage(block));
				break;
			case "redactedThinking":
				// Not supported by this API.
				break;
		}
	}
	return parts;
}

function encodeResults(results: readonly ToolResultMessage[], rules: ContentRules): WirePart[] {
	return results.map((result) => {
		const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
		const text = texts.filter((line) => line.trim() !== "").join("\n");
		const images = result.content.filter(isImage);
		const inside = rules.gemini3 ? images.map(encodeImage) : [];
		const output = text || (images.length > 0 ? "(see the attached image)" : "(no output)");
		return {
			functionResponse: {
				...(rules.ids && { id: result.toolCallId }),
				name: result.toolName,
				response: result.isError ? { error: text || "(error without a message)" } : { output },
				...(inside.length > 0 && { parts: inside }),
			},
		};
	});
}

function encodeInput(content: string | ReadonlyArray<TextContent | ImageContent>): WirePart[] {
	const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
	return blocks.flatMap((block): WirePart[] => {
		if (block.type === "image") return [encodeImage(block)];
		return block.text.trim() ? [{ text: block.text }] : [];
	});
}

function isImage(block: TextContent | ImageContent): block is ImageContent {
	return block.type === "image";
}

function encodeImage(image: ImageContent): WirePart {
	return { inlineData: { mimeType: image.mimeType, data: image.data } };
}

/** Google's placeholder for a call without a signature of the model. */
const skipValidation = "skip_thought_signature_validator";

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** The signature field of a part. The API rejects one that is not base64. */
function signatureFor(
	signature: string | undefined,
	options: { required?: boolean } = {},
): { thoughtSignature?: string } {
	if (signature && base64.test(signature)) return { thoughtSignature: signature };
	return options.required ? { thoughtSignature: skipValidation } : {};
}
