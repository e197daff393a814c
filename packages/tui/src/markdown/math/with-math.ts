import { readMath } from "./read-math.ts";

/** Code comes first, because nothing in it is math. */
const PIECES =
	/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\1[^\n]*|$)|(`+)(?!`)[\s\S]*?[^`]\2(?!`)|\\\$|\$\$([^$]+)\$\$|\\\[([\s\S]+?)\\\]|\\\(([^\n]+?)\\\)|\$((?:[^$\n\\]|\\.)+?)\$(?!\d)/gm;

/** Replaces math in Markdown by text that can be read; everything else stays as it is. */
export function withMath(source: string): string {
	if (!source.includes("$") && !source.includes("\\(") && !source.includes("\\[")) return source;
	return source.replace(PIECES, (whole, _fence, _code, block, bracketed, parenthesized, inline) => {
		const display: string | undefined = block ?? bracketed;
		if (display !== undefined) return display.trim() === "" ? whole : asText(readMath(display));
		if (parenthesized !== undefined) return looksLikeMath(parenthesized) ? asText(readMath(parenthesized)) : whole;
		return inline !== undefined && isInlineMath(inline) ? asText(readMath(inline)) : whole;
	});
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
