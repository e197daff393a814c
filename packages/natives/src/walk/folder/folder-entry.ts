export interface FolderEntry {
	readonly name: string;
	readonly kind: EntryKind;
	/** Index of the entry for the opener. */
	readonly place: number;
}

/** Symlinks are `other`. */
export type EntryKind = "file" | "folder" | "other";

/** Valid until the next one is opened. */
export interface OpenFolder {
	readonly entries: readonly FolderEntry[];
	/** In milliseconds; NaN if the entry is gone. */
	modifiedMs(entry: FolderEntry): number;
	close(): void;
}

/** `undefined` for a missing or unreadable folder. */
export type FolderOpener = (path: string) => OpenFolder | undefined;
