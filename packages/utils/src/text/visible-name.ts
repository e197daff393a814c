// Control characters, and characters that turn the writing direction or are not drawn.
const hidden = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const everyHidden = new RegExp(hidden.source, "gu");

/** The name of a file on one line, with nothing in it that moves a cursor, hides text or looks like several lines. */
export function visibleName(name: string): string {
	if (!hidden.test(name)) return name;
	return name.replace(everyHidden, (one) => {
		const code = one.codePointAt(0) ?? 0;
		if (code < 0x20) return JSON.stringify(one).slice(1, -1);
		return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
	});
}
