import type { NormalizedCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import {
	type PendingAction,
	PendingQueue,
	refusalWhilePending,
	resolveReminder,
} from "@oh-my-pi/pi-tools/services/pending-actions";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { hiddenNote } from "../../conversation/history/hidden-note.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";
import { hookOrder } from "../../conversation/hooks/hook-order.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";

/** Pending actions: previews that the model must accept or discard with `resolve`. */
export class PendingPreviews {
	readonly queue: PendingQueue;
	readonly #now: Host["now"];
	readonly #notes: SessionMessage[] = [];
	/** The action the model was last reminded of. */
	#reminded: PendingAction | undefined;

	/** `standing` handles `resolve` when no preview is pending. */
	constructor(now: Host["now"], standing: () => PendingAction | undefined = () => undefined) {
		this.#now = now;
		this.queue = new PendingQueue({
			onQueued: (action, { remind }) => {
				if (remind) this.#notes.push(this.#reminder(action));
			},
			standing,
		});
	}

	/**
	 * Refuses calls that may write while an action is pending, and reminds the model of it. No tool choice is forced: that
	 * would invalidate the cached messages.
	 */
	hook(live: LiveContext): Hook {
		return {
			name: "pending-action",
			order: hookOrder.pendingAction,
			approveToolCall: async ({ call }) => {
				const { waiting } = this.queue;
				const refuse = waiting && refusalWhilePending(waiting, call.tool.name);
				return refuse === undefined || (await onlyReads(call)) ? undefined : { refuse };
			},
			afterToolCall: (_call, output) => withReplaced(output, this.queue.takeReplaced()),
			afterTurn: () => {
				for (const note of this.#notes.splice(0)) live.steer(note);
			},
			settle: ({ signal, reply }) => {
				const { waiting } = this.queue;
				const isForgotten = waiting !== undefined && waiting !== this.#reminded;
				if (!isForgotten || signal.aborted || reply?.stopReason !== "stop") return "pass";
				this.#reminded = waiting;
				live.steer(this.#reminder(waiting));
				return "continue";
			},
		};
	}

	#reminder(action: PendingAction): SessionMessage {
		return hiddenNote("resolve-reminder", resolveReminder(action), this.#now());
	}
}

/** As its approval tells, or what it says about this one call. */
async function onlyReads(call: NormalizedCall): Promise<boolean> {
	const approval = await call.approval();
	if ((typeof approval === "object" ? approval.tier : approval) === "read") return true;
	return typeof call.tool.concurrency === "function" && !(await call.isExclusive());
}

function withReplaced(output: ToolOutput, labels: readonly string[]): ToolOutput | undefined {
	if (labels.length === 0) return undefined;
	const note = `[This preview replaces the one before, which was not applied: ${labels.join("; ")}]`;
	if (typeof output.content === "string") return { ...output, content: `${output.content.trimEnd()}\n\n${note}` };
	return { ...output, content: [...output.content, { type: "text", text: note }] };
}
