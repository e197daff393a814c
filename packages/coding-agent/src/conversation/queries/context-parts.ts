import type { ContextBreakdown } from "../compaction/context-usage.ts";
import { estimateText } from "../context/estimate-tokens.ts";

export interface ContextPart {
	readonly name: string;
	readonly tokens: number;
	readonly sign: string;
}

/** Labeled parts of the window; context files are counted apart from the system prompt that contains them. */
export function contextParts(breakdown: ContextBreakdown, systemPrompt: readonly string[]): ContextPart[] {
	const files = estimateText(fileTags(systemPrompt));
	return [
		{ name: "System prompt", tokens: Math.max(0, breakdown.systemPrompt - files), sign: "▣" },
		{ name: "Tools", tokens: breakdown.tools, sign: "▤" },
		{ name: "Context files", tokens: files, sign: "▥" },
		{ name: "Memory", tokens: breakdown.memory, sign: "▦" },
		{ name: "Messages", tokens: breakdown.messages, sign: "■" },
		{ name: "Free", tokens: breakdown.free, sign: "□" },
		{ name: "Compaction reserve", tokens: breakdown.reserve, sign: "▨" },
	];
}

function fileTags(systemPrompt: readonly string[]): string {
	const tag = /<file path="[^"]*">\n[\s\S]*?\n<\/file>/g;
	return systemPrompt.flatMap((block) => block.match(tag) ?? []).join("\n");
}

const columns = 20;
const rows = 5;

/** The window as grid cells; every non-empty part has at least one. */
export function contextGrid(parts: readonly ContextPart[]): string[] {
	const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
	if (total === 0) return [];
	const cells = columns * rows;
	const filled = parts
		.filter(({ name, tokens }) => name !== "Free" && tokens > 0)
		.map((part) => ({ ...part, count: Math.max(1, Math.round((part.tokens / total) * cells)) }));
	const used = filled.reduce((sum, { count }) => sum + count, 0);
	const free = parts.find(({ name }) => name === "Free");
	const ordered = parts.flatMap((part) => {
		if (part === free) return part.sign.repeat(Math.max(0, cells - used));
		return part.sign.repeat(filled.find(({ name }) => name === part.name)?.count ?? 0);
	});
	const signs = [...ordered.join("")].slice(0, cells);
	return Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join(" "));
}
