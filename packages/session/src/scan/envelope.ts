import { isEntry, isHeader, isRecord, type SessionEntry } from "../entry.ts";

/** What the tree needs to know of an entry; the rest of its line is parsed when somebody asks for it. */
export interface Envelope {
	readonly type: string;
	readonly id: string;
	readonly parentId: string | null;
	/** Of messages. */
	readonly role: string | undefined;
	/** Of label entries. */
	readonly labels: { readonly targetId: string; readonly label: string | undefined } | undefined;
}

export function envelopeOf(entry: SessionEntry): Envelope {
	const { type, id } = entry;
	return {
		type: shared(type),
		id,
		parentId: entry.parentId ?? null,
		role: type === "message" ? roleOf(entry.message) : undefined,
		labels:
			type === "label" && typeof entry.targetId === "string"
				? { targetId: entry.targetId, label: entry.label || undefined }
				: undefined,
	};
}

/**
 * Reads the envelope off the front of a line as omp writes it, without parsing the line. `undefined` means only that
 * the line has to be parsed to know: another order of fields, or a sign of damage.
 */
export function peekEnvelope(line: Buffer, previousId: string | null = null): Envelope | undefined {
	const head = peekHead(line, previousId);
	if (!head || head.type === "label" || head.type === "session") return undefined;
	if (head.type === "message" && head.role === undefined) return undefined;
	if (line[line.length - 1] !== CLOSING_BRACE || line.indexOf(0) !== -1) return undefined;
	// A second one is a nested object at best; at worst a torn line that ran into the next.
	return line.indexOf(PARENT_KEY, SHORTEST_HEAD + head.type.length + head.id.length) === -1 ? head : undefined;
}

/** The front of a line alone; says nothing about whether the rest is sound. */
export function peekHead(line: Buffer, previousId: string | null = null): Envelope | undefined {
	const match = HEAD.exec(line.toString("latin1", 0, 256));
	if (!match) return undefined;
	const [, type = "", id = "", parent, role] = match;
	const parentId = parent === undefined ? null : parent === previousId ? previousId : detached(parent);
	return {
		type: shared(type, detached),
		id: detached(id),
		parentId,
		role: role === undefined ? undefined : shared(role, detached),
		labels: undefined,
	};
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
const PARENT_KEY = '"parentId":';
/** Up to and with the `"parentId":` that every head has. */
const SHORTEST_HEAD = '{"type":"","id":"","parentId":'.length;
const PLAIN = "[ !#-\\[\\]-~]*";
const HEAD = new RegExp(
	`^\\{"type":"([a-z_]+)","id":"(${PLAIN})","parentId":(?:null|"(${PLAIN})"),"timestamp":"${PLAIN}"` +
		`(?:,"message":\\{"role":"([A-Za-z]+)")?`,
);

/** A match is a view of the text it was found in and would keep all of that in memory. Plain ASCII only. */
function detached(text: string): string {
	return Buffer.from(text, "latin1").toString("latin1");
}

const names = new Map<string, string>();

/** One string for all entries that have the same type or role. */
function shared(name: string, copy: (name: string) => string = (same) => same): string {
	const known = names.get(name);
	if (known !== undefined) return known;
	const own = copy(name);
	// A file with thousands of types is not one of ours, and not worth remembering.
	if (names.size < 100) names.set(own, own);
	return own;
}

function roleOf(message: unknown): string | undefined {
	return isRecord(message) && typeof message.role === "string" ? shared(message.role) : undefined;
}
