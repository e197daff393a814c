import { type Envelope, shared } from "../entry/envelope.ts";
import { hasZeros, holds, type LineBytes } from "./line-bytes.ts";

const CLOSING_BRACE = 0x7d;
const PARENT_KEY = Buffer.from('"parentId":');
/** Up to and including the `"parentId":` that every head has. */
const SHORTEST_HEAD = '{"type":"","id":"","parentId":'.length;
/** Longer than any head that omp writes, and than the end of any custom entry. */
const MAX_HEAD_BYTES = 256;

const TYPE = Buffer.from('{"type":"');
const ID = Buffer.from('","id":"');
const ROLE = Buffer.from('","message":{"role":"');
const CALL = Buffer.from('","toolCallId":"');
const TOOL = Buffer.from('","toolName":"');

/**
 * Reads the envelope from the start of a line in omp's format, without parsing the line. `undefined` means that the
 * line must be parsed: other field order, or possible damage.
 */
export function peekEnvelope(line: LineBytes, previousId: string | null = null): Envelope | undefined {
	const head = peekHead(line, previousId);
	if (!head) return peekCustom(line, previousId);
	if (head.type === "label" || head.type === "session") return undefined;
	if (head.type === "message" && head.role === undefined) return undefined;
	if (line.chunk[line.to - 1] !== CLOSING_BRACE || hasZeros(line)) return undefined;
	// A second one is a nested object, or a torn line that ran into the next.
	const second = line.from + SHORTEST_HEAD + head.type.length + head.id.length;
	return holds(line, PARENT_KEY, second) ? undefined : head;
}

/**
 * The envelope at the start of a line in omp's format; does not validate the rest. Works on bytes, because opening a
 * long session reads a hundred thousand lines.
 */
export function peekHead(where: LineBytes, previousId: string | null = null): Envelope | undefined {
	const { chunk: line, from } = where;
	const last = Math.min(where.to, from + MAX_HEAD_BYTES);
	if (!isAt(line, from, TYPE)) return undefined;
	const typeStart = from + TYPE.length;
	const typeEnd = textEnd(line, typeStart, last);
	const type = typeEnd === -1 ? "" : nameIn(line, typeStart, typeEnd);
	if (!TYPE_NAME.test(type) || !isAt(line, typeEnd, ID)) return undefined;
	const identity = identityAt(line, typeEnd + ID.length, last, previousId);
	if (!identity) return undefined;
	const { id, parentId, timeEnd } = identity;
	const role = roleAt(line, timeEnd, last);
	return {
		type,
		id,
		parentId,
		role,
		about: role === "toolResult" ? toolAt(line, timeEnd + ROLE.length + role.length, last) : undefined,
		labels: undefined,
	};
}

const TYPE_NAME = /^[a-z_]+$/;
const ROLE_NAME = /^[A-Za-z]+$/;

function roleAt(line: Buffer, timeEnd: number, last: number): string | undefined {
	if (!isAt(line, timeEnd, ROLE)) return undefined;
	const start = timeEnd + ROLE.length;
	const end = textEnd(line, start, last);
	const role = end === -1 ? "" : nameIn(line, start, end);
	return ROLE_NAME.test(role) ? role : undefined;
}

function toolAt(line: Buffer, roleEnd: number, last: number): string | undefined {
	if (!isAt(line, roleEnd, CALL)) return undefined;
	const callEnd = textEnd(line, roleEnd + CALL.length, last);
	if (callEnd === -1 || !isAt(line, callEnd, TOOL)) return undefined;
	const start = callEnd + TOOL.length;
	const end = textEnd(line, start, last);
	return end === -1 ? undefined : nameIn(line, start, end);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PARENT = Buffer.from('","parentId":"');
const NO_PARENT = Buffer.from('","parentId":null,"timestamp":"');
const TIMESTAMP = Buffer.from('","timestamp":"');

/** Id, parent and time of an entry, which are always adjacent; `undefined` in any other format. */
function identityAt(line: Buffer, idStart: number, last: number, previousId: string | null) {
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

function isAt(line: Buffer, start: number, word: Buffer): boolean {
	for (let index = 0; index < word.length; index++) if (line[start + index] !== word[index]) return false;
	return true;
}

/** The end of a string of printable ASCII without escapes, at its quote; -1 for any other. */
function textEnd(line: Buffer, start: number, last: number): number {
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

/** Common names, so that the many entries of a type share one string. */
const known: string[] = ["message", "custom", "assistant", "toolResult", "user"];

function nameIn(line: Buffer, start: number, end: number): string {
	for (const name of known) if (isTextAt(line, start, end, name)) return name;
	return shared(line.toString("latin1", start, end));
}

const CUSTOM_TYPES = ["custom", "custom_message"].map((type) => ({
	type,
	head: Buffer.from(`{"type":"${type}","customType":"`),
}));
const TRAILING_ID = Buffer.from(',"id":"');
const END = Buffer.from('"}');

/** Custom entries start with their data and end with id, parent and time. */
function peekCustom(line: LineBytes, previousId: string | null): Envelope | undefined {
	const { chunk, from, to } = line;
	const found = CUSTOM_TYPES.find(({ head }) => isAt(chunk, from, head));
	if (!found) return undefined;
	const nameStart = from + found.head.length;
	const nameEnd = textEnd(chunk, nameStart, Math.min(to, from + MAX_HEAD_BYTES));
	const idAt = chunk.lastIndexOf(TRAILING_ID, to);
	if (nameEnd === -1 || idAt < Math.max(nameEnd, to - MAX_HEAD_BYTES)) return undefined;
	const identity = identityAt(chunk, idAt + TRAILING_ID.length, to, previousId);
	// There must be nothing after the time.
	if (!identity || identity.timeEnd + END.length !== to || !isAt(chunk, identity.timeEnd, END)) return undefined;
	// Another start is a nested object, or a torn line that ran into the next.
	if (hasZeros(line) || holds(line, TYPE, from + 1)) return undefined;
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
