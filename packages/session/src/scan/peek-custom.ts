import type { Envelope } from "../entry/envelope.ts";
import { identityAt, isAt, nameIn, textEnd } from "./head-parts.ts";
import { hasZeros, holds, type LineBytes } from "./line-bytes.ts";

/** Longer than a head or an end that omp writes. */
const MAX_BYTES = 256;
const START = Buffer.from('{"type":"');
const TYPES = ["custom", "custom_message"].map((type) => ({
	type,
	head: Buffer.from(`{"type":"${type}","customType":"`),
}));
const ID = Buffer.from(',"id":"');
const END = Buffer.from('"}');

/** Custom entries have their data first and end with what other entries begin with. */
export function peekCustom(line: LineBytes, previousId: string | null): Envelope | undefined {
	const { chunk, from, to } = line;
	const found = TYPES.find(({ head }) => isAt(chunk, from, head));
	if (!found) return undefined;
	const nameStart = from + found.head.length;
	const nameEnd = textEnd(chunk, nameStart, Math.min(to, from + MAX_BYTES));
	const idAt = chunk.lastIndexOf(ID, to);
	if (nameEnd === -1 || idAt < Math.max(nameEnd, to - MAX_BYTES)) return undefined;
	const identity = identityAt(chunk, idAt + ID.length, to, previousId);
	// Whatever comes behind the time is not ours to know.
	if (!identity || identity.timeEnd + END.length !== to || !isAt(chunk, identity.timeEnd, END)) return undefined;
	// Another beginning is a nested object at best; at worst a torn line that ran into the next.
	if (hasZeros(line) || holds(line, START, from + 1)) return undefined;
	const { id, parentId } = identity;
	return {
		type: found.type,
		id,
		parentId,
		role: undefined,
		about: nameIn(chunk, nameStart, nameEnd),
		labels: undefined,
	};
}
