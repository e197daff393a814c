/** Memory across sessions, as the tools of one conversation use it. A backend without an ability leaves its member out. */
export interface MemoryService {
	readonly backend: "local" | "hindsight" | "mnemopi";
	/** Why it cannot be used just now: `Mnemopi backend is not initialised for this session.` */
	readonly problem?: string | undefined;
	recall?(query: string, signal: AbortSignal): Promise<readonly RecalledLine[]>;
	/** Of the items, how many were stored or queued. */
	retain?(
		items: readonly RetainedItem[],
		signal: AbortSignal,
	): Promise<{ readonly stored: number; readonly isQueued: boolean }>;
	/** `undefined` when nothing relevant is known. */
	reflect?(query: string, context: string | undefined, signal: AbortSignal): Promise<string | undefined>;
	edit?(edit: MemoryEdit): Promise<MemoryEditOutcome>;
	learn?(lesson: RetainedItem, signal: AbortSignal): Promise<"stored" | "queued">;
}

export interface RetainedItem {
	readonly content: string;
	readonly context?: string;
}

/** One memory as a line of a list, without the bullet; quoted, so that nothing in it can look like markup or a new line. */
export interface RecalledLine {
	readonly id?: string;
	readonly text: string;
	/** What it came from when it was stored, if that was outside: `web:<host>`, `repository`, … */
	readonly outside?: readonly string[];
}

export type MemoryEdit =
	| { readonly op: "update"; readonly id: string; readonly content?: string; readonly importance?: number }
	| { readonly op: "forget"; readonly id: string }
	| { readonly op: "invalidate"; readonly id: string; readonly replacementId?: string };

export interface MemoryEditOutcome {
	readonly status: "updated" | "deleted" | "invalidated" | "not-found" | "read-only";
	readonly bank?: string;
	readonly store?: string;
}
