type Bytes = Uint8Array<ArrayBuffer>;

/** How far into a page its own word on the charset may stand. */
const declarationBytes = 4096;

/** Text in the charset that the header, the byte order mark, or the text itself names. */
export function decodeText(bytes: Bytes, contentType: string): string {
	const marked = byteOrderMark(bytes);
	const named = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
	for (const charset of [marked, named, declaredCharset(bytes)]) {
		const text = charset === undefined ? undefined : decodeAs(bytes, charset, false);
		if (text !== undefined) return text;
	}
	// Without a word on it: what is not UTF-8 is most likely Western.
	return decodeAs(bytes, "utf-8", true) ?? decodeAs(bytes, "windows-1252", false) ?? "";
}

function byteOrderMark([first, second, third]: Bytes): string | undefined {
	if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
	if (first === 0xff && second === 0xfe) return "utf-16le";
	return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** `<meta charset>`, `<meta http-equiv>` and `<?xml encoding?>`. */
function declaredCharset(bytes: Bytes): string | undefined {
	const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, declarationBytes)).toString(
		"latin1",
	);
	return (
		/<meta\s[^>]*charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ??
		/<\?xml\s[^>]*encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1]
	);
}

function decodeAs(bytes: Bytes, charset: string, fatal: boolean): string | undefined {
	try {
		return new TextDecoder(charset, { fatal }).decode(bytes);
	} catch {
		// A charset that nobody knows, or that the bytes are not in.
		return undefined;
	}
}

/** Whether bytes are text in some charset; what has zero bytes is not. */
export function isText(bytes: Bytes): boolean {
	if (byteOrderMark(bytes) !== undefined) return true;
	return !bytes.subarray(0, 8192).includes(0);
}
