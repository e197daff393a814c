/** A file whose text is replaced as part of a commit. */
export interface FileEdit {
	readonly path: string;
	readonly before: string;
	readonly after: string;
}
