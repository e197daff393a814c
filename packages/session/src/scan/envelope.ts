import { isEntry, isHeader, isRecord, type SessionEntry } from "../entry.ts";

/** What the tree needs to know of an entry; the rest of its line is parsed when somebody asks for it. */
export interface Envelope {
	readonly type: string;
	readonly id: string;
	readonly parentId: string | null;
	/** Of messages. */
	readonly role?: string;
	/** Of label entries. */
	readonly labels?: { readonly targetId: string; readonly label: string | undefined };
}

export function envelopeOf(entry: SessionEntry): Envelope {
	const { type, id } = entry;
	const parentId = entry.parentId ?? null;
	if (type === "message") return { type, id, parentId, role: roleOf(entry.message) };
	if (type === "label" && typeof entry.targetId === "string") {
		return { type, id, parentId, labels: { targetId: entry.targetId, label: entry.label || undefined } };
	}
	return { type, id, parentId };
}

/**
 * Reads the envelope off the front of a line as omp writes it, without parsing the line. `undefined` means only that
 * the line has to be parsed to know: another order of fields, or a sign of damage.
 */
export function peekEnvelope(line: Buffer): Envelope | undefined {
	const head = peekHead(line);
	if (!head || head.type === "label" || head.type === "session") return undefined;
	if (head.type === "message" && head.role === undefined) return undefined;
	if (line.at(-1) !== CLOSING_BRACE || line.indexOf(0) !== -1) return undefined;
	// A second one is a nested object at best; at worst a torn line that ran into the next.
	return line.indexOf(PARENT_KEY, line.indexOf(PARENT_KEY) + PARENT_KEY.length) === -1 ? head : undefined;
}

/** The front of a line alone; says nothing about whether the rest is sound. */
export function peekHead(line: Buffer): Envelope | undefined {
	const match = HEAD.exec(line.toString("latin1", 0, 256));
	if (!match) return undefined;
	const [, type = "", id = "", parentId, role] = match;
	return { type, id, parentId: parentId ?? null, ...(role !== undefined && { role }) };
}

/** The entry on a line, if the line is one. */
export function parseEntry(line: Buffer): SessionEntry | undefined {
	try {
		const value: unknown = JSON.parse(line.toString("utf8"));
		return isEntry(value) && !isHeader(value) ? value : undefined;
	} catch {
		// Not JSON; what becomes of the line is decided by whoever asked.
		return undefined;
	}
}

const CLOSING_BRACE = 0x7d;
const PARENT_KEY = Buffer.from('"parentId":');
const PLAIN = "[ !#-\\[\\]-~]*";
const HEAD = new RegExp(
	`^\\{"type":"([a-z_]+)","id":"(${PLAIN})","parentId":(?:null|"(${PLAIN})"),"timestamp":"${PLAIN}"` +
		`(?:,"message":\\{"role":"([A-Za-z]+)")?`,
);

function roleOf(message: unknown): string | undefined {
	return isRecord(message) && typeof message.role === "string" ? message.role : undefined;
}
