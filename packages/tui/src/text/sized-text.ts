/** Text that a terminal with the text-sizing protocol (OSC 66) draws larger. */
export interface SizedSpan {
	/** The whole escape sequence. */
	readonly sequence: string;
	readonly columns: number;
}

const SIZED = /\x1b\]66;([^;\x07\x1b]*);([^\x07\x1b]*)(?:\x07|\x1b\\)/g;

export function hasSizedText(text: string): boolean {
	return text.includes("\x1b]66;");
}

/** Splits a line into ordinary parts and sized spans, in order. */
export function splitSizedText(text: string): Array<string | SizedSpan> {
	const pieces: Array<string | SizedSpan> = [];
	let end = 0;
	for (const match of text.matchAll(SIZED)) {
		if (match.index > end) pieces.push(text.slice(end, match.index));
		pieces.push({ sequence: match[0], columns: spanColumns(match[1] ?? "", match[2] ?? "") });
		end = match.index + match[0].length;
	}
	if (end < text.length) pieces.push(text.slice(end));
	return pieces;
}

function spanColumns(metadata: string, payload: string): number {
	const numbers = new Map<string, number>();
	for (const pair of metadata.split(":")) {
		const [key = "", value = ""] = pair.split("=");
		numbers.set(key, Number.parseInt(value, 10) || 0);
	}
	const scale = Math.min(7, Math.max(1, numbers.get("s") ?? 1));
	const fixedWidth = numbers.get("w") ?? 0;
	return scale * (fixedWidth > 0 ? fixedWidth : Bun.stringWidth(payload));
}
