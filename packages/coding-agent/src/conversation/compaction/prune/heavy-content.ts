import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { estimateMessage, estimateText, type ImageBilling } from "../../context/estimate-tokens.ts";
import type { HistoryItem } from "../cut-point.ts";

/** A part of a message that can be moved to an artifact. */
export interface HeavyPiece {
	readonly entryId: string;
	/** Index of its block; the whole message when absent. */
	readonly block?: number;
	readonly content: string;
	/** The text of the block or message with a stub instead of the content. */
	readonly textWith: (stub: string) => string;
	readonly tokens: number;
	/** Short description for the stub. */
	readonly description: string;
}

const minBlockTokens = 500;
const minResultTokens = 200;

/** Tool results and large blocks outside the newest `protectedTokens`. */
export function heavyContent(
	items: readonly HistoryItem[],
	options: { readonly protectedTokens: number; readonly billing: ImageBilling },
): HeavyPiece[] {
	let newer = 0;
	const pieces: HeavyPiece[] = [];
	for (const { id, message } of items.toReversed()) {
		if (!message) continue;
		if (newer >= options.protectedTokens) pieces.push(...findPieces(id, message));
		newer += estimateMessage(message, options.billing);
	}
	return pieces.reverse();
}

function findPieces(entryId: string, message: SessionMessage): HeavyPiece[] {
	if (message.role === "toolResult") {
		if (message.content.some(({ type }) => type !== "text")) return [];
		const content = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
		const tokens = estimateText(content);
		const description = `result of ${message.toolName}, ${content.split("\n").length} lines`;
		if (tokens < minResultTokens) return [];
		return [{ entryId, content, tokens, description, textWith: (stub) => stub }];
	}
	if (message.role !== "user" && message.role !== "assistant") return [];
	const blocks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
	return blocks.flatMap((block, index) =>
		block.type === "text" && "text" in block && !("textSignature" in block)
			? blockPiece(entryId, index, block.text)
			: [],
	);
}

/** A fence with its language, or a tag with its name. */
const largeBlock = /^(```+|~~~+)([^\n]*)\n[\s\S]*?^\1[ \t]*$|^<([a-zA-Z][\w-]*)(?:\s[^>]*)?>\n[\s\S]*?^<\/\3>[ \t]*$/gm;

/** The largest block of a text; others may follow the next time. */
function blockPiece(entryId: string, block: number, text: string): HeavyPiece[] {
	const found = [...text.matchAll(largeBlock)].sort((a, b) => b[0].length - a[0].length)[0];
	if (!found || estimateText(found[0]) < minBlockTokens) return [];
	const [content] = found;
	const kind = found[3] ? `<${found[3]}> block` : `${found[2]?.trim() || "fenced"} block`;
	return [
		{
			entryId,
			block,
			content,
			tokens: estimateText(content),
			description: `${kind}, ${content.split("\n").length} lines`,
			textWith: (stub) => text.slice(0, found.index) + stub + text.slice(found.index + content.length),
		},
	];
}
