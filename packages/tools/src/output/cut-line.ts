const mark = "…";

/** The beginning of a line that fits into `maxBytes` of UTF-8, marked when something is missing; 0 keeps all. */
export function cutLine(line: string, maxBytes: number): string {
	if (maxBytes === 0 || fits(line, maxBytes)) return line;
	return sliceBytes(line, maxBytes) + mark;
}

/** Cut between characters, never inside one. */
export function sliceBytes(text: string, maxBytes: number): string {
	const bytes = Buffer.from(text.slice(0, maxBytes));
	if (bytes.length <= maxBytes) return text.slice(0, maxBytes);
	let end = maxBytes;
	while (end > 0 && isContinuation(bytes[end])) end--;
	return bytes.toString("utf8", 0, end);
}

/** The end of a text, cut between characters. */
export function sliceBytesFromEnd(text: string, maxBytes: number): string {
	const bytes = Buffer.from(text.slice(-maxBytes));
	let start = Math.max(0, bytes.length - maxBytes);
	while (start < bytes.length && isContinuation(bytes[start])) start++;
	return bytes.toString("utf8", start);
}

function fits(line: string, maxBytes: number): boolean {
	// A unit takes one to three bytes.
	if (line.length * 3 <= maxBytes) return true;
	return line.length <= maxBytes && Buffer.byteLength(line) <= maxBytes;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}
