import { shared } from "../entry/envelope.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PARENT = Buffer.from('","parentId":"');
const NO_PARENT = Buffer.from('","parentId":null,"timestamp":"');
const TIMESTAMP = Buffer.from('","timestamp":"');

/** Id, parent and time of an entry, which always stand together; `undefined` where they are not as omp writes them. */
export function identityAt(line: Buffer, idStart: number, last: number, previousId: string | null) {
	const idEnd = textEnd(line, idStart, last);
	if (idEnd === -1) return undefined;
	let timeStart = idEnd + NO_PARENT.length;
	let parentId: string | null = null;
	if (!isAt(line, idEnd, NO_PARENT)) {
		const parentStart = idEnd + PARENT.length;
		const parentEnd = isAt(line, idEnd, PARENT) ? textEnd(line, parentStart, last) : -1;
		if (parentEnd === -1 || !isAt(line, parentEnd, TIMESTAMP)) return undefined;
		parentId = isTextAt(line, parentStart, parentEnd, previousId)
			? previousId
			: line.toString("latin1", parentStart, parentEnd);
		timeStart = parentEnd + TIMESTAMP.length;
	}
	const timeEnd = textEnd(line, timeStart, last);
	return timeEnd === -1 ? undefined : { id: line.toString("latin1", idStart, idEnd), parentId, timeEnd };
}

export function isAt(line: Buffer, start: number, word: Buffer): boolean {
	for (let index = 0; index < word.length; index++) if (line[start + index] !== word[index]) return false;
	return true;
}

/** Where a text of printable ASCII without escapes ends, at its quote; -1 for any other. */
export function textEnd(line: Buffer, start: number, last: number): number {
	for (let at = start; at < last; at++) {
		const byte = line[at] ?? 0;
		if (byte === QUOTE) return at;
		if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return -1;
	}
	return -1;
}

function isTextAt(line: Buffer, start: number, end: number, text: string | null): boolean {
	if (text === null || text.length !== end - start) return false;
	for (let index = 0; index < text.length; index++) if (line[start + index] !== text.charCodeAt(index)) return false;
	return true;
}

/** Names that came up, so that the many entries of a type need no text of their own. */
const known: string[] = ["message", "custom", "assistant", "toolResult", "user"];

export function nameIn(line: Buffer, start: number, end: number): string {
	for (const name of known) if (isTextAt(line, start, end, name)) return name;
	return shared(line.toString("latin1", start, end));
}
