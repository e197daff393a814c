import type { CallRef } from "./commit-journaled.ts";

/** Files as an editor has them that shows the session: with what is not saved yet. */
export interface EditorFiles {
	/** `undefined` when the editor does not have it; then the disk counts. */
	read?(path: string): Promise<string | undefined>;
	/**
	 * Asked before anything is written. `written` when the editor did it, `allowed` when it leaves it to the disk; a throw is a
	 * refusal, and its message is for the model.
	 */
	write?(file: EditorWrite, call: CallRef): Promise<"written" | "allowed">;
}

export interface EditorWrite {
	readonly path: string;
	/** Absent for what is no text, such as an archive. */
	readonly text?: string;
}
