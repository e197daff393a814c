const simple: Readonly<Record<string, string>> = {
	a: "\x07",
	b: "\b",
	e: "\x1b",
	E: "\x1b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
	v: "\v",
};

/** The text of `$'…'`, given without the quotes. */
export function decodeAnsiC(text: string): string {
	return text.replace(
		/\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g,
		(_, hex, short, long, octal, control, other) => {
			const code = hex ?? short ?? long;
			if (code !== undefined) return codePoint(Number.parseInt(code, 16));
			if (octal !== undefined) return codePoint(Number.parseInt(octal, 8) & 0xff);
			if (control !== undefined) return codePoint(control.charCodeAt(0) & 0x1f);
			return simple[other] ?? other;
		},
	);
}

function codePoint(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
