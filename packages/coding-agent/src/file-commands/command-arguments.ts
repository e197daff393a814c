/** Splits on whitespace; quotes group and are left out, and one that is never closed runs to the end. */
export function parseCommandArguments(text: string): string[] {
	const found: string[] = [];
	let current: string | undefined;
	let quote = "";
	for (const character of text) {
		if (quote !== "") {
			if (character === quote) quote = "";
			else current = (current ?? "") + character;
		} else if (character === "'" || character === '"') {
			quote = character;
			current ??= "";
		} else if (/\s/.test(character)) {
			if (current !== undefined) found.push(current);
			current = undefined;
		} else {
			current = (current ?? "") + character;
		}
	}
	return current === undefined ? found : [...found, current];
}
