/** Mode and object of a path in a tree. */
export interface TreeEntry {
	readonly mode: string;
	readonly id: string;
}

/** What a path is in a tree; `undefined`: not there. */
export type Entries = ReadonlyMap<string, TreeEntry | undefined>;

export interface EntryChange {
	readonly before: TreeEntry | undefined;
	readonly after: TreeEntry | undefined;
}

export function isSameEntry(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
	return a?.id === b?.id && a?.mode === b?.mode;
}

/**
 * Reads `git ls-files -s -z`. Here and below a path has one character for each of its bytes (latin1): git's paths need not be
 * UTF-8, and go back to it as they came.
 */
export function parseIndex(output: Buffer): Map<string, TreeEntry> {
	const entries = new Map<string, TreeEntry>();
	for (const line of output.toString("latin1").split("\0")) {
		const [, mode, id, path] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(line) ?? [];
		if (mode && id && path !== undefined) entries.set(path, { mode, id });
	}
	return entries;
}

/** Reads `git diff-tree -r -z --raw --no-abbrev --no-renames`. */
export function parseTreeDiff(output: Buffer): Map<string, EntryChange> {
	const fields = output.toString("latin1").split("\0");
	const changes = new Map<string, EntryChange>();
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [oldMode = "", newMode = "", oldId = "", newId = ""] = (fields[at] ?? "").slice(1).split(" ");
		const entry = (mode: string, id: string) => (/^0+$/.test(mode) ? undefined : { mode, id });
		changes.set(fields[at + 1] ?? "", { before: entry(oldMode, oldId), after: entry(newMode, newId) });
	}
	return changes;
}

/** The input of `git update-index -z --index-info`. */
export function indexInfo(entries: Entries, noId: string): Buffer {
	// Removals first: a folder may take the place of a file.
	const sorted = [...entries].sort(([, a], [, b]) => Number(a !== undefined) - Number(b !== undefined));
	const lines = sorted.map(([path, entry]) => `${entry?.mode ?? "0"} ${entry?.id ?? noId}\t${path}\0`);
	return Buffer.from(lines.join(""), "latin1");
}

export function toBytePath(path: string): string {
	return Buffer.from(path, "utf8").toString("latin1");
}

export function fromBytePath(path: string): string {
	return Buffer.from(path, "latin1").toString("utf8");
}
