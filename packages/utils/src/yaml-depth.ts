export const MAX_YAML_DEPTH = 100;
const LONGEST = 200_000;

/**
 * Whether a text may be nested so deeply that the parser that knows positions takes minutes or fails. Brackets are counted
 * over all lines, the other indicators that nest within a line.
 */
export function mayNestDeeply(text: string): boolean {
	if (text.length > LONGEST) return true;
	let brackets = 0;
	let inLine = 0;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (character === "\n") inLine = 0;
		else if (character === "[" || character === "{") brackets++;
		else if (character === "]" || character === "}") brackets = Math.max(0, brackets - 1);
		else if (character === " " && isIndicator(text[index - 1])) inLine++;
		if (brackets > MAX_YAML_DEPTH || inLine > MAX_YAML_DEPTH) return true;
	}
	return false;
}

function isIndicator(character: string | undefined): boolean {
	return character === "-" || character === "?" || character === ":" || character === "&" || character === "!";
}
