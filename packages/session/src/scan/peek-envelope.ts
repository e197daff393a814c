import type { Envelope } from "../entry/envelope.ts";
import { identityAt, isAt, nameIn, textEnd } from "./head-parts.ts";
import { hasZeros, holds, type LineBytes } from "./line-bytes.ts";
import { peekCustom } from "./peek-custom.ts";

const CLOSING_BRACE = 0x7d;
const PARENT_KEY = Buffer.from('"parentId":');
/** Up to and with the `"parentId":` that every head has. */
const SHORTEST_HEAD = '{"type":"","id":"","parentId":'.length;
/** Longer than any head that omp writes. */
const MAX_HEAD_BYTES = 256;

const TYPE = Buffer.from('{"type":"');
const ID = Buffer.from('","id":"');
const ROLE = Buffer.from('","message":{"role":"');
const CALL = Buffer.from('","toolCallId":"');
const TOOL = Buffer.from('","toolName":"');

/**
 * Reads the envelope off the front of a line as omp writes it, without parsing the line. `undefined` means only that
 * the line has to be parsed to know: another order of fields, or a sign of damage.
 */
export function peekEnvelope(line: LineBytes, previousId: string | null = null): Envelope | undefined {
	const head = peekHead(line, previousId);
	if (!head) return peekCustom(line, previousId);
	if (head.type === "label" || head.type === "session") return undefined;
	if (head.type === "message" && head.role === undefined) return undefined;
	if (line.chunk[line.to - 1] !== CLOSING_BRACE || hasZeros(line)) return undefined;
	// A second one is a nested object at best; at worst a torn line that ran into the next.
	const second = line.from + SHORTEST_HEAD + head.type.length + head.id.length;
	return holds(line, PARENT_KEY, second) ? undefined : head;
}

/**
 * What the front of a line says when it is written as omp writes it; nothing about whether the rest is sound. By the byte,
 * because a long session has a hundred thousand lines and somebody waits for it to open.
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
