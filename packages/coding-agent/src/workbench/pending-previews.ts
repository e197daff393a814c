import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import {
	type PendingAction,
	PendingQueue,
	refusalWhilePending,
	resolveReminder,
} from "@oh-my-pi/pi-tools/resolve/pending-actions";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { hiddenNote } from "../conversation/history/hidden-note.ts";
import { type Hook, hookOrder } from "../conversation/hooks/hook.ts";
import type { LiveContext } from "../conversation/hooks/live-context.ts";
import type { ToolChoiceQueue } from "../conversation/tool-choice/tool-choice-queue.ts";

/** Pending actions: previews that the model must accept or discard with `resolve`. */
export class PendingPreviews {
	readonly queue: PendingQueue;
	readonly #toolChoice: ToolChoiceQueue;
	readonly #now: Host["now"];
	readonly #notes: SessionMessage[] = [];

	/** `standing` handles `resolve` when no preview is pending. */
	constructor(
		toolChoice: ToolChoiceQueue,
		now: Host["now"],
		standing: () => PendingAction | undefined = () => undefined,
	) {
		this.#toolChoice = toolChoice;
		this.#now = now;
		this.queue = new PendingQueue({ onQueued: (action, { remind }) => this.#insist(action, remind), standing });
	}

	/** Refuses other tools while an action is pending, and reminds the model of it. */
	hook(live: LiveContext): Hook {
		return {
			name: "pending-action",
			order: hookOrder.pendingAction,
			beforeToolCall: ({ name }) => {
				const { waiting } = this.queue;
				const refuse = waiting && refusalWhilePending(waiting, name);
				return refuse === undefined ? undefined : { refuse };
			},
			afterTurn: () => {
				for (const note of this.#notes.splice(0)) live.steer(note);
			},
		};
	}

	#insist(action: PendingAction, remind: boolean): void {
		if (remind) this.#notes.push(hiddenNote("resolve-reminder", resolveReminder(action), this.#now()));
		this.#toolChoice.pushOnce(
			{ type: "tool", name: "resolve" },
			{ now: true, label: action.label, onRejected: () => (this.queue.waiting ? "requeue" : "drop") },
		);
	}
}
