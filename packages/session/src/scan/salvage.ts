import { buildEnvelope, type Envelope, parseEntry } from "../entry/envelope.ts";
import { lineBytes } from "./line-bytes.ts";
import { peekHead } from "./peek-envelope.ts";

/** A usable part of a damaged line. */
export interface Salvaged {
	readonly envelope: Envelope;
	readonly offset: number;
	readonly length: number;
	/** Only the envelope is known; it keeps the tree connected. It has no text of its own. */
	readonly damaged: boolean;
}

const MAX_CANDIDATES = 64;
const START = Buffer.from('{"type":"');
const ENTRY_START = /^\{"type":"[A-Za-z_]+","(?:id|customType)":"/;

/** Finds complete entries in a line that was torn, glued to the next one, or filled with zeros by a crash. */
export function salvageLine(line: Buffer): Salvaged[] {
	const found: Salvaged[] = [];
	let position = 0;
	for (let candidates = 0; candidates < MAX_CANDIDATES; ) {
		const start = line.indexOf(START, position);
		if (start === -1) break;
		position = start + 1;
		if (!ENTRY_START.test(line.toString("latin1", start, start + 80))) continue;
		candidates++;
		const hole = line.indexOf(0, start);
		const piece = line.subarray(start, hole === -1 ? line.length : hole);
		const entry = parseEntry(piece);
		if (!entry) continue;
		found.push({ envelope: buildEnvelope(entry), offset: start, length: piece.length, damaged: false });
		position = start + piece.length;
	}
	const head = found[0]?.offset === 0 ? undefined : peekHead(lineBytes(line));
	if (head) found.unshift({ envelope: head, offset: 0, length: 0, damaged: true });
	return found;
}
