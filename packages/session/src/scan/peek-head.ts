import { type Envelope, shared } from "./envelope.ts";
import { peekCustom } from "./peek-custom.ts";

const CLOSING_BRACE = 0x7d;
const PARENT_KEY = '"parentId":';
/** Up to and with the `"parentId":` that every head has. */
const SHORTEST_HEAD = '{"type":"","id":"","parentId":'.length;
/** Longer than any head that omp writes. */
const MAX_HEAD_BYTES = 256;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const bytesOf = (text: string) => Buffer.from(text, "latin1");
const TYPE = bytesOf('{"type":"');
const ID = bytesOf('","id":"');
const PARENT = bytesOf('","parentId":"');
const NO_PARENT = bytesOf('","parentId":null,"timestamp":"');
const TIMESTAMP = bytesOf('","timestamp":"');
const ROLE = bytesOf('","message":{"role":"');
const CALL = bytesOf('","toolCallId":"');
const TOOL = bytesOf('","toolName":"');

/**
 * Reads the envelope off the front of a line as omp writes it, without parsing the line. `undefined` means only that
 * the line has to be parsed to know: another order of fields, or a sign of damage.
 */
export function peekEnvelope(line: Buffer, previousId: string | null = null): Envelope | undefined {
	const head = peekHead(line, previousId);
	if (!head) return peekCustom(line, previousId);
	if (head.type === "label" || head.type === "session") return undefined;
	if (head.type === "message" && head.role === undefined) return undefined;
	if (line[line.length - 1] !== CLOSING_BRACE || line.indexOf(0) !== -1) return undefined;
	// A second one is a nested object at best; at worst a torn line that ran into the next.
	return line.indexOf(PARENT_KEY, SHORTEST_HEAD + head.type.length + head.id.length) === -1 ? head : undefined;
}

/**
 * What the front of a line says when it is written as omp writes it; nothing about whether the rest is sound. By the byte,
 * because a long session has a hundred thousand lines and somebody waits for it to open.
 */
export function peekHead(line: Buffer, previousId: string | null = null): Envelope | undefined {
	if (!isAt(line, 0, TYPE)) return undefined;
	const typeEnd = textEnd(line, TYPE.length);
	const type = typeEnd === -1 ? "" : nameIn(line, TYPE.length, typeEnd);
	if (!TYPE_NAME.test(type) || !isAt(line, typeEnd, ID)) return undefined;
	const idStart = typeEnd + ID.length;
	const idEnd = textEnd(line, idStart);
	if (idEnd === -1) return undefined;
	let timeStart = idEnd + NO_PARENT.length;
	let parentId: string | null = null;
	if (!isAt(line, idEnd, NO_PARENT)) {
		const parentStart = idEnd + PARENT.length;
		const parentEnd = isAt(line, idEnd, PARENT) ? textEnd(line, parentStart) : -1;
		if (parentEnd === -1 || !isAt(line, parentEnd, TIMESTAMP)) return undefined;
		parentId = isTextAt(line, parentStart, parentEnd, previousId)
			? previousId
			: line.toString("latin1", parentStart, parentEnd);
		timeStart = parentEnd + TIMESTAMP.length;
	}
	const timeEnd = textEnd(line, timeStart);
	if (timeEnd === -1) return undefined;
	const role = roleAt(line, timeEnd);
	return {
		type,
		id: line.toString("latin1", idStart, idEnd),
		parentId,
		role,
		about: role === "toolResult" ? toolAt(line, timeEnd + ROLE.length + role.length) : undefined,
		labels: undefined,
	};
}

const TYPE_NAME = /^[a-z_]+$/;
const ROLE_NAME = /^[A-Za-z]+$/;

function roleAt(line: Buffer, timeEnd: number): string | undefined {
	if (!isAt(line, timeEnd, ROLE)) return undefined;
	const start = timeEnd + ROLE.length;
	const end = textEnd(line, start);
	const role = end === -1 ? "" : nameIn(line, start, end);
	return ROLE_NAME.test(role) ? role : undefined;
}

function toolAt(line: Buffer, roleEnd: number): string | undefined {
	if (!isAt(line, roleEnd, CALL)) return undefined;
	const callEnd = textEnd(line, roleEnd + CALL.length);
	if (callEnd === -1 || !isAt(line, callEnd, TOOL)) return undefined;
	const start = callEnd + TOOL.length;
	const end = textEnd(line, start);
	return end === -1 ? undefined : nameIn(line, start, end);
}

function isAt(line: Buffer, start: number, word: Buffer): boolean {
	for (let index = 0; index < word.length; index++) if (line[start + index] !== word[index]) return false;
	return true;
}

/** Where a text of printable ASCII without escapes ends, at its quote; -1 for any other. */
function textEnd(line: Buffer, start: number): number {
	const last = Math.min(line.length, MAX_HEAD_BYTES);
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

function nameIn(line: Buffer, start: number, end: number): string {
	for (const name of known) if (isTextAt(line, start, end, name)) return name;
	return shared(line.toString("latin1", start, end));
}
