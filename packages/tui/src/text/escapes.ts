const ESCAPE = /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)|[P_^X][^\x1b]*\x1b\\|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/g;

/** Cuts a line into escape sequences and the text between them, in order. */
export function splitEscapes(line: string): string[] {
	const pieces: string[] = [];
	let end = 0;
	for (const match of line.matchAll(ESCAPE)) {
		if (match.index > end) pieces.push(line.slice(end, match.index));
		pieces.push(match[0]);
		end = match.index + match[0].length;
	}
	if (end < line.length) pieces.push(line.slice(end));
	return pieces;
}

export function isEscape(piece: string): boolean {
	return piece.charCodeAt(0) === 0x1b;
}
