/** Whether the whole text fits a pattern in which `*` stands for anything; ` *` at its end also stands for nothing. */
export function matchesWildcard(pattern: string, text: string): boolean {
	if (pattern.endsWith(" *") && fits(pattern.slice(0, -2), text)) return true;
	return fits(pattern, text);
}

function fits(pattern: string, text: string): boolean {
	const [first = "", ...rest] = pattern.split("*");
	const last = rest.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of rest) {
		const found = text.indexOf(part, at);
		if (found === -1) return false;
		at = found + part.length;
	}
	return text.length - last.length >= at && text.endsWith(last);
}

/**
 * Whether a text of which parts are not known could fit a pattern; `unknown` stands for such a part. Where the answer takes too
 * long it is yes.
 */
export function couldMatchWildcard(pattern: string, text: string, unknown: string): boolean {
	if (!text.includes(unknown)) return matchesWildcard(pattern, text);
	if (pattern.length * text.length > maxSteps) return true;
	return couldFit(pattern, text, unknown) || (pattern.endsWith(" *") && couldFit(pattern.slice(0, -2), text, unknown));
}

const maxSteps = 2_000_000;

/** Goes through the text and keeps the places in the pattern that can be reached. */
function couldFit(pattern: string, text: string, unknown: string): boolean {
	const end = pattern.length;
	const skipStars = (places: Uint8Array<ArrayBuffer>) => {
		for (let at = 0; at < end; at++) if (places[at] && pattern[at] === "*") places[at + 1] = 1;
		return places;
	};
	let reached = new Uint8Array(end + 1);
	reached[0] = 1;
	reached = skipStars(reached);
	for (const char of text) {
		const next = new Uint8Array(end + 1);
		if (char === unknown) next.fill(1, reached.indexOf(1));
		else
			for (let at = 0; at < end; at++) {
				if (!reached[at]) continue;
				if (pattern[at] === "*") next[at] = 1;
				else if (pattern[at] === char) next[at + 1] = 1;
			}
		reached = skipStars(next);
		if (!reached.includes(1)) return false;
	}
	return reached[end] === 1;
}
