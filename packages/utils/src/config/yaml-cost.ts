export const MAX_YAML_DEPTH = 100;
const LONGEST_TEXT = 200_000;
const LONGEST_GAP = 1000;

/**
 * Whether the parser that knows positions may take minutes for a text, or fail: it is slow with deep nesting and with long runs
 * of blanks. Brackets are counted over all lines, the other indicators that nest within a line.
 */
export function isCostlyYaml(text: string): boolean {
	if (text.length > LONGEST_TEXT) return true;
	let brackets = 0;
	let inLine = 0;
	let gap = 0;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		gap = character === " " || character === "\t" ? gap + 1 : 0;
		if (character === "\n") inLine = 0;
		else if (character === "[" || character === "{") brackets++;
		else if (character === "]" || character === "}") brackets = Math.max(0, brackets - 1);
		else if (character === "&" || character === "!") inLine++;
		else if (gap === 1 && isEntryIndicator(text[index - 1])) inLine++;
		if (brackets > MAX_YAML_DEPTH || inLine > MAX_YAML_DEPTH || gap > LONGEST_GAP) return true;
	}
	return false;
}

function isEntryIndicator(character: string | undefined): boolean {
	return character === "-" || character === "?" || character === ":";
}
