/** Files as an editor has them that shows the session: with what is not saved yet. */
export interface EditorFiles {
	/** `undefined` when the editor does not have it; then the disk counts. */
	read?(path: string): Promise<string | undefined>;
	/** The file on disk has this text now. */
	written?(path: string, text: string): Promise<void>;
}
