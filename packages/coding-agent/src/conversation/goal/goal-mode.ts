import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Goal, GoalStore } from "@oh-my-pi/pi-tools/goal/goal";
import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import type { ConversationEvent } from "../event/event.ts";
import { hiddenNote } from "../history/hidden-note.ts";
import type { FinishedRun } from "../hooks/finished-run.ts";
import { type Hook, hookOrder } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import contextText from "./prompts/context.md" with { type: "text" };
import continuationText from "./prompts/continuation.md" with { type: "text" };

export interface GoalModePorts {
	readonly log: () => SessionLog;
	readonly now: () => number;
	readonly newId: () => string;
	/** Planning and working towards a goal exclude each other. */
	readonly isPlanning: () => boolean;
	/** Whether the session may go on by itself. */
	readonly mayContinue: () => boolean;
	readonly onChange: (goal: Goal | undefined) => void;
	/** The setting; what a goal used is counted in any case. */
	readonly isEnabled: () => boolean;
}

export const continuationType = "goal-continuation";

/** A refusal in words for the user and the model. */
export class GoalProblem extends Error {
	override readonly name = "GoalProblem";
}

/** What the session works towards by itself, until it is reached, given up, or has used up its budget. */
export class GoalMode implements GoalStore {
	readonly #ports: GoalModePorts;
	/** `null` when there is none; read from the log when first asked for. */
	#goal: Goal | null | undefined;
	#runBeganAt: number | undefined;

	constructor(ports: GoalModePorts) {
		this.#ports = ports;
	}

	/** The one under way, paused or out of budget; what is complete or dropped is over. */
	get goal(): Goal | undefined {
		if (this.#goal === undefined) this.#goal = this.#read() ?? null;
		return this.#goal ?? undefined;
	}

	create(objective: string, tokenBudget?: number): Goal {
		if (this.goal?.status === "active") throw new GoalProblem(`A goal is active already: ${this.goal.objective}`);
		if (this.#ports.isPlanning()) throw new GoalProblem("Leave plan mode before you set a goal.");
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
		if (this.#ports.isPlanning()) throw new GoalProblem("Leave plan mode before you go on with the goal.");
		const goal = this.#present();
		if (isUsedUp(goal)) throw new GoalProblem("The budget is used up. Raise it with /goal budget <n|off>.");
		return this.#change({ ...goal, status: "active" });
	}

	complete(): Goal {
		return this.#change({ ...this.#present(), status: "complete" });
	}

	drop(): Goal {
		return this.#change({ ...this.#present(), status: "dropped" });
	}

	/** `undefined` takes the limit away. A goal that stopped for it goes on. */
	setBudget(tokenBudget: number | undefined): Goal {
		const { tokenBudget: _before, ...goal } = this.#present();
		const next = { ...goal, ...(tokenBudget !== undefined && { tokenBudget }) };
		const isFree = goal.status === "budget-limited" && !isUsedUp(next);
		return this.#change(isFree ? { ...next, status: "active" } : next);
	}

	/** Reads the goal again from the log, as after a change of session. */
	reload(): void {
		this.#goal = undefined;
	}

	/** Tells the model of the goal with each prompt, continues until it is reached, and counts what that uses. */
	hook(live: LiveContext): Hook {
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
				? "There is no limit on tokens."
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
			// Written down with the run, not with every reply.
			if (seconds > 0) this.#change(used);
			else this.#goal = used;
			return;
		}
		this.#change({ ...used, status: "budget-limited" });
		notify("warning", "The goal's budget is used up. Look at what was done; /goal budget <n|off> goes on.");
	}

	#present(): Goal {
		if (!this.goal) throw new GoalProblem("There is no goal. Set one with /goal <objective>.");
		return this.goal;
	}

	#change(goal: Goal): Goal {
		const changed = { ...goal, updatedAt: new Date(this.#ports.now()).toISOString() };
		const isOver = goal.status === "complete" || goal.status === "dropped";
		const mode = isOver ? "none" : goal.status === "active" ? "goal" : "goal_paused";
		this.#ports.log().appendModeChange(mode, { goal: changed });
		this.#goal = isOver ? null : changed;
		this.#ports.onChange(this.goal);
		return changed;
	}

	#read(): Goal | undefined {
		// Only this one entry is read: a long session is opened without its messages.
		const last = this.#ports
			.log()
			.path()
			.findLast(({ type }) => type === "mode_change")
			?.entry();
		if (last?.type !== "mode_change" || (last.mode !== "goal" && last.mode !== "goal_paused")) return undefined;
		const goal = last.data?.goal;
		return isGoal(goal) ? goal : undefined;
	}
}

function isUsedUp({ tokenBudget, tokensUsed }: Goal): boolean {
	return tokenBudget !== undefined && tokensUsed >= tokenBudget;
}

/** A continuation after which nothing was done: going on once more would only say the same again. */
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
