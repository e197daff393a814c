/** Texts up to this length are not checked, however they are made. */
const unchecked = 1024 * 1024;

/**
 * True when a JSON text has more structure than any honest answer. A value takes far more memory than its text: 24 MB of `[],[],…`
 * become a gigabyte, while as much text in strings costs no more than itself. So what is outside of strings is counted.
 */
export function isJsonBomb(text: string, maxOutside = unchecked): boolean {
	if (text.length <= maxOutside) return false;
	let outside = 0;
	for (let at = 0; at < text.length; ) {
		const open = text.indexOf('"', at);
		outside += (open === -1 ? text.length : open) - at;
		if (outside > maxOutside) return true;
		if (open === -1) break;
		at = endOfString(text, open + 1);
	}
	return false;
}

/** The index after the closing quote. */
function endOfString(text: string, from: number): number {
	for (let at = from; ; ) {
		const quote = text.indexOf('"', at);
		if (quote === -1) return text.length;
		let slashes = 0;
		while (text[quote - 1 - slashes] === "\\") slashes++;
		if (slashes % 2 === 0) return quote + 1;
		at = quote + 1;
	}
}
