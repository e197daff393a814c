import type { Hook } from "./hook.ts";

export type HookPoint = Exclude<keyof Hook, "name" | "order" | "deadlineMs" | "refusesPrompts">;

/**
 * How the hooks of a point are called, and what becomes of their answers. Unless it says otherwise each is awaited before
 * the next, and one that throws or exceeds its deadline is reported and skipped.
 */
export type HookMode =
	/** Answers are ignored. Synchronous until a hook returns a promise. */
	| "each"
	/** Answers are ignored, and not awaited. */
	| "sync"
	/** An answer replaces the first argument for the hooks that follow. "handled" ends it: the result is `undefined`. */
	| "fold"
	/** The same with the second argument. */
	| "fold-second"
	/** As `fold`, synchronous. */
	| "wrap"
	/** The first answer counts; later hooks are not called. */
	| "first"
	/** The last answer counts; one with `cancel` ends it. */
	| "last"
	/** All answers in one: lists are joined, mappings merged, of anything else the last counts. */
	| "merge"
	/** All answers in one list. A hook that `refusesPrompts` rejects the whole call by throwing. */
	| "collect"
	/** All answers in one list, awaited together; synchronously `undefined` when no hook has any. */
	| "collect-together"
	/** The first refusal counts, otherwise the last answer. Fails closed: an error is a refusal, an abort rejects. */
	| "closed"
	/** Each hook gets a fresh argument. True at the first "continue"; later hooks are not called. */
	| "continue";

/** Every point of a `Hook`. A new one is a line here and its type there. */
export const hookPoints = {
	onInput: "fold",
	beforePrompt: "collect",
	followPrompt: "collect",
	attachments: "collect-together",
	beforeRequest: "each",
	transformContext: "fold",
	wrapStream: "wrap",
	onToolCallReceived: "closed",
	beforeToolCall: "closed",
	interceptShellRun: "first",
	approveToolCall: "closed",
	afterToolCall: "fold-second",
	afterTurn: "each",
	settle: "continue",
	onEvent: "each",
	onIdle: "sync",
	onBusy: "sync",
	beforeSessionChange: "last",
	afterSessionChange: "each",
	onHistoryReplaced: "sync",
	beforeCompaction: "last",
	duringCompaction: "merge",
	afterCompaction: "each",
	dispose: "each",
} as const satisfies Readonly<Record<HookPoint, HookMode>>;
