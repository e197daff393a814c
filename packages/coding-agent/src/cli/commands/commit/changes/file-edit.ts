/** A file whose content is replaced as part of a commit. */
export interface FileEdit {
	readonly path: string;
	readonly before: Uint8Array;
	readonly after: Uint8Array;
}
