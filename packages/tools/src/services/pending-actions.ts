import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CallRef } from "../files/mutate/commit-journaled.ts";

/** Something that was shown and waits for a word before it happens. */
export interface PendingAction {
	readonly label: string;
	readonly sourceToolName: string;
	/** The result that came with it tells the model what to do, so that no reminder is needed at first. */
	readonly isAnnounced?: true;
	/** A new one of the same tool takes its place. */
	readonly isReplaceable?: true;
	/** `call` is the one that decided. */
	apply(reason: string, extra: Readonly<Record<string, unknown>> | undefined, call: CallRef): Promise<ToolOutput>;
	reject?(reason: string, extra?: Readonly<Record<string, unknown>>): Promise<ToolOutput | undefined>;
}

/** Where producers leave actions and `resolve` takes them from. */
export interface PendingActions {
	push(action: PendingAction): void;
	/** The action to be decided next, which is then no longer waiting. */
	take(): PendingAction | undefined;
	/** It could not be done after all, and waits again. */
	putBack(action: PendingAction): void;
	/** Something can be decided now. */
	readonly isExpected: boolean;
}

export interface PendingQueueOptions {
	/** Reminds the model that its word is needed, unless a result has just told it. */
	readonly onQueued?: (action: PendingAction, options: { readonly remind: boolean }) => void;
	/** Decides when nothing is queued, such as a plan that awaits approval. It stays. */
	readonly standing?: () => PendingAction | undefined;
}

/** The newest comes first, as it is what the model has just seen. */
export class PendingQueue implements PendingActions {
	#actions: PendingAction[] = [];
	/** Labels of actions that were replaced, and of which nobody was told yet. */
	#replaced: string[] = [];

	constructor(private readonly options: PendingQueueOptions = {}) {}

	/** What has to be decided before anything else is done; a standing handler does not insist. */
	get waiting(): PendingAction | undefined {
		return this.#actions.at(-1);
	}

	get isExpected(): boolean {
		return this.waiting !== undefined || this.options.standing?.() !== undefined;
	}

	push(action: PendingAction): void {
		const isReplaced = (old: PendingAction) =>
			old.isReplaceable === true && old.sourceToolName === action.sourceToolName;
		this.#replaced.push(...this.#actions.filter(isReplaced).map(({ label }) => label));
		this.#actions = this.#actions.filter((old) => !isReplaced(old));
		this.#add(action, !action.isAnnounced);
	}

	/** What was replaced since the last time. */
	takeReplaced(): readonly string[] {
		return this.#replaced.splice(0);
	}

	take(): PendingAction | undefined {
		return this.#actions.pop() ?? this.options.standing?.();
	}

	putBack(action: PendingAction): void {
		if (action !== this.options.standing?.()) this.#add(action, true);
	}

	#add(action: PendingAction, remind: boolean): void {
		this.#actions.push(action);
		this.options.onQueued?.(action, { remind });
	}
}

/** The tool that decides. */
export const resolveName = "resolve";

/** The answer to a call that may write while an action waits; `undefined` for calls that decide or replace it. */
export function refusalWhilePending(action: PendingAction, toolName: string): string | undefined {
	if (toolName === resolveName) return undefined;
	if (action.isReplaceable && toolName === action.sourceToolName) return undefined;
	return `Not run: resolve the pending action first: ${action.label}. Call resolve with action "apply" or "discard" and a reason. Calls that only read need not wait.`;
}

/** What the model is told when an action is queued. */
export function resolveReminder(action: PendingAction): string {
	return `<system-reminder>\nThis is a preview: ${action.label}. Nothing has changed yet. Call resolve with action "apply" to make the change or "discard" to drop it, and a reason.\n</system-reminder>`;
}
