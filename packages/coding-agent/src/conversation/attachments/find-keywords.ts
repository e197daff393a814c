/** Magic keywords, and the settings that enable them. */
export const magicWords = { ultrathink: "ultrathink", orchestrate: "orchestrate", workflowz: "workflow" } as const;
export type MagicWord = keyof typeof magicWords;

export interface FoundKeyword {
	readonly word: MagicWord;
	readonly start: number;
	readonly end: number;
}

const standalone = /(?<![\p{L}\p{N}_/\\.:-])(ultrathink|orchestrate|workflowz)(?![\p{L}\p{N}_/\\(-]|::|\.\p{L})/gu;

/** Finds magic keywords as whole words, outside code, tags, paths and identifiers. */
export function findKeywords(text: string): FoundKeyword[] {
	// Fast path: called for every line on every keystroke.
	if (!Object.keys(magicWords).some((word) => text.includes(word))) return [];
	return [...blanked(text).matchAll(standalone)].map((match) => ({
		word: match[1] as MagicWord,
		start: match.index,
		end: match.index + match[0].length,
	}));
}

/** Blanks out everything that is not prose; the length stays the same. */
function blanked(text: string): string {
	const blank = (part: string) => part.replace(/[^\n]/g, " ");
	return text
		.replace(/^(```+|~~~+)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, blank)
		.replace(/`[^`\n]*`/g, blank)
		.replace(/<!--[\s\S]*?-->/g, blank)
		.replace(/<([a-zA-Z][\w-]*)\b[^>]*>[\s\S]*?<\/\1>/g, blank)
		.replace(/<\/?[a-zA-Z][^>]*>/g, blank);
}
