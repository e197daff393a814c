const punctuation = new Set(".,;:!?)]}'\"");

/** A path without what ends the sentence around it. An expression would take quadratic time for a row of dots. */
export function withoutPunctuation(text: string): string {
	let end = text.length;
	while (end > 0 && punctuation.has(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/** Splits at commas, but not in brackets; parts are trimmed, and empty ones left out. Brackets that do not match are text. */
export function splitAtCommas(text: string, open: string, close: string): string[] {
	const parts: string[] = [];
	let [start, depth] = [0, 0];
	for (let at = 0; at < text.length; at++) {
		const char = text.charAt(at);
		if (open.includes(char)) depth++;
		else if (close.includes(char)) depth--;
		else if (char === "," && depth === 0) {
			parts.push(text.slice(start, at));
			start = at + 1;
		}
	}
	const all = depth === 0 ? [...parts, text.slice(start)] : text.split(",");
	return all.map((part) => part.trim()).filter((part) => part !== "");
}
