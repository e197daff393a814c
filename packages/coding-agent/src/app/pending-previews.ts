import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import {
	type PendingAction,
	PendingQueue,
	refusalWhilePending,
	resolveName,
	resolveReminder,
} from "@oh-my-pi/pi-tools/resolve/pending-actions";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { hiddenNote } from "../conversation/guide/hidden-note.ts";
import type { ConversationLink } from "./conversation-link.ts";

/** What was shown to the model and waits for its word, which it is then made to give. */
export class PendingPreviews {
	readonly queue: PendingQueue;
	readonly #link: ConversationLink;
	readonly #now: Host["now"];
	#notes: SessionMessage[] = [];

	/** `standing` takes what is handed in when nothing was shown. */
	constructor(link: ConversationLink, now: Host["now"], standing: () => PendingAction | undefined = () => undefined) {
		this.#link = link;
		this.#now = now;
		this.queue = new PendingQueue({ onQueued: (action) => this.#insist(action), standing });
	}

	/** Why another tool may not be called now. */
	refusal(toolName: string): string | undefined {
		const { waiting } = this.queue;
		return waiting && refusalWhilePending(waiting, toolName);
	}

	/** What the model has to be told about those that came since. */
	takeNotes(): readonly SessionMessage[] {
		const notes = this.#notes;
		this.#notes = [];
		return notes;
	}

	#insist(action: PendingAction): void {
		this.#notes.push(hiddenNote("resolve-reminder", resolveReminder(action), this.#now()));
		this.#link.conversation.toolChoice.pushOnce(
			{ type: "tool", name: resolveName },
			{ now: true, label: action.label, onRejected: () => (this.queue.waiting ? "requeue" : "drop") },
		);
	}
}
