/**
 * A path byte for byte: each character is one byte (Latin-1). Names on disk need not be UTF-8. `toBytePath` and `shownPath` convert.
 * Always absolute.
 */
export type BytePath = string & { readonly __brand: "BytePath" };

/** Where the content of a file is kept: `s:<sha-256>` in the store, `g:<object id>` in git objects that the store holds on to. */
export type ContentRef = `s:${string}` | `g:${string}`;

/** What is at a path. Modes are permission bits (07777). */
export type NodeState =
	| { readonly kind: "absent" }
	| { readonly kind: "folder"; readonly mode: number }
	| { readonly kind: "link"; readonly target: BytePath }
	| {
			readonly kind: "file";
			readonly mode: number;
			readonly size: number;
			/** Missing where the content was not kept: too large, over the budget, unreadable, changing while it was read. */
			readonly content?: ContentRef;
			/** Another name of the same file (hard link). */
			readonly twin?: BytePath;
	  }
	/** A socket, FIFO or device; never opened. */
	| { readonly kind: "other" };

export const absent: NodeState = { kind: "absent" };

export function toBytePath(path: string | Uint8Array): BytePath {
	return Buffer.from(path as string).toString("latin1") as BytePath;
}

/** For calls of `node:fs`. */
export function pathBytes(path: BytePath): Buffer {
	return Buffer.from(path, "latin1");
}

/** For people: what is not UTF-8 is replaced. */
export function shownPath(path: BytePath): string {
	return pathBytes(path).toString("utf8");
}

/** Whether two states are the same on disk, as far as it is known. */
export function isSameState(a: NodeState, b: NodeState): boolean {
	if (a.kind === "file" && b.kind === "file")
		return a.mode === b.mode && a.size === b.size && a.content !== undefined && a.content === b.content;
	if (a.kind === "folder" && b.kind === "folder") return a.mode === b.mode;
	if (a.kind === "link" && b.kind === "link") return a.target === b.target;
	return a.kind === b.kind && a.kind !== "file";
}

/** The same also in whether the file has another name. */
export function isSameWithLinks(a: NodeState, b: NodeState): boolean {
	return isSameState(a, b) && hasTwin(a) === hasTwin(b);
}

export function hasTwin(state: NodeState): boolean {
	return state.kind === "file" && state.twin !== undefined;
}
