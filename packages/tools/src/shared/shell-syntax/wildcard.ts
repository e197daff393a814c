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
