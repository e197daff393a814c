export interface FolderEntry {
	readonly name: string;
	readonly kind: EntryKind;
	/** Where whoever opened the folder finds it again. */
	readonly place: number;
}

/** Links are `other`, whatever they lead to. */
export type EntryKind = "file" | "folder" | "other";

/** Good until the next one is opened. */
export interface OpenFolder {
	readonly entries: readonly FolderEntry[];
	/** In milliseconds; NaN for what is gone meanwhile. */
	modifiedMs(entry: FolderEntry): number;
	close(): void;
}

/** `undefined` for a folder that is gone, or not for us to read. */
export type FolderOpener = (path: string) => OpenFolder | undefined;
