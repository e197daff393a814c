import { CURRENT_SESSION_VERSION, type FileEntry, isHeader, type SessionEntry, type SessionHeader } from "./entry.ts";

export interface Migrated {
	readonly header: SessionHeader;
	readonly entries: readonly SessionEntry[];
	readonly changed: boolean;
}

/** A line of any version; `undefined` for an unreadable one, so that later lines keep their index. */
export type OldLine = Readonly<Record<string, unknown>> | undefined;

export function versionOf(header: SessionHeader): number {
	return typeof header.version === "number" && header.version >= 1 ? header.version : 1;
}

/** Migrates the lines after a header to the current version. */
export function migrate(
	header: SessionHeader,
	lines: readonly OldLine[],
	newId: (isTaken: (id: string) => boolean) => string,
): Migrated {
	const version = versionOf(header);
	if (version >= CURRENT_SESSION_VERSION) return { header, entries: lines.filter(isPresent), changed: false };
	const linked = version < 2 ? linkEntries(lines, newId) : lines.filter(isPresent);
	return {
		header: { ...header, version: CURRENT_SESSION_VERSION },
		entries: linked.map(renameHookMessage),
		changed: true,
	};
}

/** The same for a list with the header first, as SDK users hold it. */
export function migrateSessionEntries(
	fileEntries: readonly FileEntry[],
	newId: (isTaken: (id: string) => boolean) => string,
): FileEntry[] {
	const [header, ...rest] = fileEntries;
	if (!isHeader(header)) return [...fileEntries];
	const migrated = migrate(header, rest as OldLine[], newId);
	return [migrated.header, ...migrated.entries];
}

/** Version 1 was a flat list, and a compaction referred to the first kept entry by index, the header being 0. */
function linkEntries(lines: readonly OldLine[], newId: (isTaken: (id: string) => boolean) => string): SessionEntry[] {
	const ids: string[] = [];
	const taken = new Set<string>();
	for (const line of lines) {
		const lineId = typeof line?.id === "string" && !taken.has(line.id) ? line.id : undefined;
		const id = lineId ?? newId((candidate) => taken.has(candidate));
		taken.add(id);
		ids.push(id);
	}
	const entries: SessionEntry[] = [];
	for (const [index, line] of lines.entries()) {
		if (!line) continue;
		const { type, id: _, parentId: __, timestamp, firstKeptEntryIndex, ...rest } = line;
		const parentId = entries.at(-1)?.id ?? null;
		const kept = type === "compaction" && typeof firstKeptEntryIndex === "number";
		entries.push({
			type,
			id: ids[index],
			parentId,
			timestamp,
			...rest,
			...(kept && { firstKeptEntryId: ids[Math.max(0, firstKeptEntryIndex - 1)] ?? "" }),
		} as SessionEntry);
	}
	return entries;
}

function renameHookMessage(entry: SessionEntry): SessionEntry {
	if (entry.type !== "message" || (entry.message?.role as string) !== "hookMessage") return entry;
	return { ...entry, message: { ...entry.message, role: "custom" } } as SessionEntry;
}

function isPresent(line: OldLine): line is SessionEntry & OldLine {
	return line !== undefined;
}
