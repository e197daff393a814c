import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { Goal, GoalStore } from "@oh-my-pi/pi-tools/services/goal-store";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import { hiddenNote } from "../../conversation/history/hidden-note.ts";
import type { FinishedRun } from "../../conversation/hooks/finished-run.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";
import { hookOrder } from "../../conversation/hooks/hook-order.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import { lastModeChange } from "../../conversation/queries/current-mode.ts";
import contextText from "./prompts/context.md" with { type: "text" };
import continuationText from "./prompts/continuation.md" with { type: "text" };

export interface GoalModePorts {
	readonly log: () => SessionLog;
	readonly now: () => number;
	readonly newId: () => string;
	/** Plan mode and goal mode exclude each other. */
	readonly isPlanning: () => boolean;
	/** Whether the session may continue automatically. */
	readonly mayContinue: () => boolean;
	/** The setting; usage is counted even when it is off. */
	readonly isEnabled: () => boolean;
}

export const continuationType = "goal-continuation";

/** A refusal with a message for the user and the model. */
export class GoalError extends Error {
	override readonly name = "GoalError";
}

/** Continues the session automatically until the goal is reached or dropped, or its token budget is used up. */
export class GoalMode implements GoalStore {
	readonly #ports: GoalModePorts;
	/** `null` when there is none; read from the log on first use. */
	#goal: Goal | null | undefined;
	#runBeganAt: number | undefined;
	/** Of the conversation whose hook this is. */
	#live: LiveContext | undefined;

	constructor(ports: GoalModePorts) {
		this.#ports = ports;
	}

	/** The current goal: active, paused or out of budget, not completed or dropped. */
	get goal(): Goal | undefined {
		if (this.#goal === undefined) this.#goal = this.#read() ?? null;
		return this.#goal ?? undefined;
	}

	create(objective: string, tokenBudget?: number): Goal {
		if (this.goal?.status === "active") throw new GoalError(`A goal is active already: ${this.goal.objective}`);
		if (this.#ports.isPlanning()) throw new GoalError("Leave plan mode before you set a goal.");
		const at = new Date(this.#ports.now()).toISOString();
		return this.#change({
			id: this.#ports.newId(),
			objective,
			status: "active",
			...(tokenBudget !== undefined && { tokenBudget }),
			tokensUsed: 0,
			timeUsedSeconds: 0,
			createdAt: at,
			updatedAt: at,
		});
	}

	pause(): Goal {
		return this.#change({ ...this.#present(), status: "paused" });
	}

	resume(): Goal {
		if (this.#ports.isPlanning()) throw new GoalError("Leave plan mode before you resume the goal.");
		const goal = this.#present();
		if (isUsedUp(goal)) throw new GoalError("The budget is used up. Raise it with /goal budget <n|off>.");
		return this.#change({ ...goal, status: "active" });
	}

	complete(): Goal {
		return this.#change({ ...this.#present(), status: "complete" });
	}

	drop(): Goal {
		return this.#change({ ...this.#present(), status: "dropped" });
	}

	/** `undefined` removes the limit. A goal that had stopped at the limit resumes. */
	setBudget(tokenBudget: number | undefined): Goal {
		const { tokenBudget: _before, ...goal } = this.#present();
		const next = { ...goal, ...(tokenBudget !== undefined && { tokenBudget }) };
		const isFree = goal.status === "budget-limited" && !isUsedUp(next);
		return this.#change(isFree ? { ...next, status: "active" } : next);
	}

	/** Reads the goal from the log again, after a session change. */
	reload(): void {
		this.#goal = undefined;
	}

	/** Adds the goal to each prompt, continues until it is reached, and counts its usage. */
	hook(live: LiveContext): Hook {
		this.#live = live;
		return {
			name: "goal",
			order: hookOrder.goal,
			beforePrompt: () => this.#notes(),
			settle: (run) => {
				const message = this.#continuation(run);
				if (message) live.steer(message);
				return message ? "continue" : "pass";
			},
			onEvent: (event) => this.#account(event, live),
			onHistoryReplaced: (_messages, cause) => {
				if (cause === "session") this.reload();
			},
		};
	}

	#notes(): SessionMessage[] {
		const { goal } = this;
		if (!this.#ports.isEnabled() || goal?.status !== "active") return [];
		const { tokenBudget, tokensUsed, objective } = goal;
		const budget =
			tokenBudget === undefined
				? "No token limit."
				: `${tokensUsed.toLocaleString("en")} of ${tokenBudget.toLocaleString("en")} tokens are used.`;
		return [hiddenNote("goal-mode-context", renderPrompt(contextText, { objective, budget }), this.#ports.now())];
	}

	/** Starts the next run when the model stops before the goal is reached. */
	#continuation({ reply, signal, messages }: FinishedRun): SessionMessage | undefined {
		const { goal } = this;
		if (goal?.status !== "active" || signal.aborted || reply?.stopReason !== "stop") return undefined;
		if (!this.#ports.isEnabled() || !this.#ports.mayContinue() || wasIdleContinuation(messages)) return undefined;
		return hiddenNote(
			continuationType,
			renderPrompt(continuationText, { objective: goal.objective }),
			this.#ports.now(),
		);
	}

	/** Counts tokens and time, and stops when the budget is used up. */
	#account(event: ConversationEvent, live: LiveContext): void {
		if (event.type === "agent_start") this.#runBeganAt ??= live.now();
		if (event.type === "message_end" && event.message.role === "assistant") {
			const { usage } = event.message;
			this.#use({ tokens: usage.input + usage.output }, live.notify);
		}
		if (event.type === "agent_end" && this.#runBeganAt !== undefined) {
			this.#use({ seconds: (live.now() - this.#runBeganAt) / 1000 }, live.notify);
			this.#runBeganAt = undefined;
		}
	}

	#use(
		{ tokens = 0, seconds = 0 }: { tokens?: number; seconds?: number },
		notify: (level: "warning", text: string) => void,
	): void {
		const { goal } = this;
		if (goal?.status !== "active") return;
		const used = {
			...goal,
			tokensUsed: goal.tokensUsed + tokens,
			timeUsedSeconds: goal.timeUsedSeconds + seconds,
		};
		if (!isUsedUp(used)) {
			// Logged once per run, not per reply.
			if (seconds > 0) this.#change(used);
			else this.#goal = used;
			return;
		}
		this.#change({ ...used, status: "budget-limited" });
		notify("warning", "The goal's budget is used up. Review what was done; /goal budget <n|off> continues.");
	}

	#present(): Goal {
		if (!this.goal) throw new GoalError("No goal is set. Use /goal <objective>.");
		return this.goal;
	}

	#change(goal: Goal): Goal {
		const changed = { ...goal, updatedAt: new Date(this.#ports.now()).toISOString() };
		const isOver = goal.status === "complete" || goal.status === "dropped";
		const mode = isOver ? "none" : goal.status === "active" ? "goal" : "goal_paused";
		this.#ports.log().appendModeChange(mode, { goal: changed });
		this.#goal = isOver ? null : changed;
		void this.#live?.emit({ type: "goal_updated", goal: this.goal ?? null });
		return changed;
	}

	#read(): Goal | undefined {
		const last = lastModeChange(this.#ports.log());
		if (last?.mode !== "goal" && last?.mode !== "goal_paused") return undefined;
		const goal = last.data?.goal;
		return isGoal(goal) ? goal : undefined;
	}
}

function isUsedUp({ tokenBudget, tokensUsed }: Goal): boolean {
	return tokenBudget !== undefined && tokensUsed >= tokenBudget;
}

/** True when the last continuation led to no tool call: another one would only repeat it. */
function wasIdleContinuation(messages: readonly AgentMessage[]): boolean {
	const last = messages.findLastIndex(
		(message) => message.role === "user" || ("customType" in message && message.customType === continuationType),
	);
	const begun = messages[last];
	if (!begun || begun.role === "user") return false;
	return !messages.slice(last).some(({ role }) => role === "toolResult");
}

function isGoal(value: unknown): value is Goal {
	return typeof value === "object" && value !== null && "objective" in value && "status" in value;
}
