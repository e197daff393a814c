import { findMath } from "./find-math.ts";
import { readMath } from "./read-math.ts";

/** Replaces math in Markdown by text that can be read; everything else stays as it is. */
export function withMath(source: string): string {
	if (!source.includes("$") && !source.includes("\\(") && !source.includes("\\[")) return source;
	let text = "";
	let copied = 0;
	for (const { kind, start, end, content } of findMath(source)) {
		const isMath =
			kind === "display" ? content.trim() !== "" : kind === "dollars" ? isInlineMath(content) : looksLikeMath(content);
		if (!isMath) continue;
		text += source.slice(copied, start) + asText(readMath(content));
		copied = end;
	}
	return text + source.slice(copied);
}

/** Between dollars there may as well be prices and variables of a shell. */
function isInlineMath(content: string): boolean {
	if (/^\s|\s$/.test(content) || /[=+\-*/^_:<>(\\]$/.test(content)) return false;
	return looksLikeMath(content);
}

/** A command, an index, an equation, or names of one letter with operators between them. */
function looksLikeMath(content: string): boolean {
	if (braceDepth(content) !== 0) return false;
	if (/\\[A-Za-z,;!{|]|[A-Za-z0-9)}\]|][\^_][A-Za-z0-9{\\(+-]/.test(content))
		return !/^[A-Za-z]\w+\s+\w+/.test(content);
	if (/^[A-Za-z]$/.test(content)) return true;
	const hasOnlyShortNames = !/[A-Za-z]{2,}/.test(content.replace(/\b(?:sin|cos|tan|log|ln|exp|max|min|mod)\b/g, ""));
	return hasOnlyShortNames && /[A-Za-z]/.test(content) && /[=+\-*/<>(|,!']/.test(content);
}

function braceDepth(content: string): number {
	let depth = 0;
	for (const [sign] of content.matchAll(/\\.|[{}]/g)) {
		if (sign === "{") depth++;
		else if (sign === "}") depth--;
		if (depth < 0) return -1;
	}
	return depth;
}

/** Text that Markdown shows as it is; rows of an equation stay rows. */
function asText(text: string): string {
	return text.replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&").replaceAll("\n", "  \n");
}
