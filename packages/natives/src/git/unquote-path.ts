/** A path as git prints it in diffs: in quotes with escapes if it has unusual characters, followed by a tab if it has spaces. */
export function unquotePath(text: string): string {
	const path = text.endsWith("\t") ? text.slice(0, -1) : text;
	if (path.length < 2 || !path.startsWith('"') || !path.endsWith('"')) return path;
	// Octal escapes are bytes of UTF-8, other characters may be among them.
	const bytes: number[] = [];
	const encoder = new TextEncoder();
	for (const [, octal, letter, plain] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\([\s\S])|([^\\]+)/g)) {
		if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
		else if (letter !== undefined) bytes.push(...encoder.encode(escapes[letter] ?? letter));
		else for (const byte of encoder.encode(plain)) bytes.push(byte);
	}
	return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(bytes));
}

const escapes: Readonly<Record<string, string>> = {
	a: "\x07",
	b: "\b",
	t: "\t",
	n: "\n",
	v: "\v",
	f: "\f",
	r: "\r",
};
