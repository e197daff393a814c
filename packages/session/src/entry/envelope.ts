import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { isEntry, isHeader, type SessionEntry } from "./entry.ts";

/** What the tree needs to know of an entry; the rest of its line is parsed on demand. */
export interface Envelope {
	readonly type: string;
	readonly id: string;
	readonly parentId: string | null;
	/** Only for messages. */
	readonly role: string | undefined;
	/** The tool of a result or the type of a custom entry; absent if that would require parsing the line. */
	readonly about?: string | undefined;
	/** Only for label entries. */
	readonly labels: { readonly targetId: string; readonly label: string | undefined } | undefined;
}

export function buildEnvelope(entry: SessionEntry): Envelope {
	const { type, id } = entry;
	return {
		type: shared(type),
		id,
		parentId: entry.parentId ?? null,
		role: type === "message" ? roleOf(entry.message) : undefined,
		about: describeEntry(entry),
		labels:
			type === "label" && typeof entry.targetId === "string"
				? { targetId: entry.targetId, label: entry.label || undefined }
				: undefined,
	};
}

/** The entry on a line, if it is one. */
export function parseEntry(line: Buffer): SessionEntry | undefined {
	try {
		const value: unknown = JSON.parse(line.toString("utf8"));
		return isEntry(value) && !isHeader(value) ? value : undefined;
	} catch {
		// Not JSON; the caller decides what to do with the line.
		return undefined;
	}
}

const names = new Map<string, string>();

/** Interns the type and role names of entries. */
export function shared(name: string): string {
	const known = names.get(name);
	if (known !== undefined) return known;
	// A file with thousands of types is not ours; do not cache them.
	if (names.size < 100) names.set(name, name);
	return name;
}

function describeEntry(entry: SessionEntry): string | undefined {
	const { type } = entry;
	const name =
		type === "message" && isRecord(entry.message) && entry.message.role === "toolResult"
			? entry.message.toolName
			: type === "custom" || type === "custom_message"
				? entry.customType
				: undefined;
	return typeof name === "string" ? shared(name) : undefined;
}

function roleOf(message: unknown): string | undefined {
	return isRecord(message) && typeof message.role === "string" ? shared(message.role) : undefined;
}
