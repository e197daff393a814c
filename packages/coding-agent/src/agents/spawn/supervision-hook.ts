import { type ToolResultMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { FinishedRun } from "../../conversation/hooks/finished-run.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";
import { hookOrder } from "../../conversation/hooks/hook-order.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import type { ToolChoiceQueue } from "../../conversation/tool-choice/tool-choice-queue.ts";
import budgetText from "../prompts/budget.md" with { type: "text" };
import reminderText from "../prompts/reminder.md" with { type: "text" };
import type { ResultContract } from "../result/result-contract.ts";

export interface SupervisionPorts {
	readonly contract: ResultContract;
	readonly toolChoice: ToolChoiceQueue;
	readonly jobs: JobBoard;
	/** `task.softRequestBudget`; 0 for none. */
	readonly budget: () => number;
	/** `task.softRequestBudgetNotice` */
	readonly saysBudget: () => boolean;
	/** It made too many requests. */
	readonly onOverBudget: (reason: string) => void;
}

const maxReminders = 3;

/** Keeps a sub-agent to what it owes: reminds it of `yield`, waits for its own jobs, and ends it when it makes too many requests. */
export class SupervisionHook implements Hook {
	readonly name = "sub-agent";
	readonly order = hookOrder.subagentResult;
	reminders = 0;
	readonly #ports: SupervisionPorts;
	readonly #live: LiveContext;
	#requests = 0;
	#isWarned = false;

	constructor(ports: SupervisionPorts, live: LiveContext) {
		this.#ports = ports;
		this.#live = live;
	}

	beforeRequest(): void {
		const { onOverBudget, contract } = this.#ports;
		const { allowed, limit } = this.#budget;
		if (allowed <= 0 || contract.isFulfilled) return;
		if (++this.#requests <= limit) return;
		const reason = `Stopped after ${limit} requests (task.softRequestBudget is ${allowed})`;
		onOverBudget(reason);
		this.#live.stopRun(reason);
	}

	afterTurn(results: readonly ToolResultMessage[]): void {
		const { allowed, limit } = this.#budget;
		const isDue = allowed > 0 && this.#requests >= allowed && results.length > 0;
		if (!isDue || this.#isWarned || this.#ports.contract.isFulfilled || !this.#ports.saysBudget()) return;
		this.#isWarned = true;
		this.#tell(renderPrompt(budgetText, { requests: String(allowed), limit: String(limit) }));
	}

	get #budget(): { readonly allowed: number; readonly limit: number } {
		const allowed = this.#ports.budget();
		return { allowed, limit: Math.ceil(allowed * 1.5) };
	}

	async settle(run: FinishedRun): Promise<"continue" | "pass"> {
		const { contract, jobs, toolChoice } = this.#ports;
		const hasStopped = run.reply?.stopReason === "stop" || run.reply?.stopReason === "length";
		if (contract.isFulfilled || run.signal.aborted || !run.reply || !hasStopped) return "pass";
		if (toolCallsOf(run.reply).length > 0) return "pass";
		if (jobs.hasRunning(this.#live.id)) {
			await this.#nextJob(run.signal);
			if (run.signal.aborted) return "pass";
			this.#tell("<system-reminder>A background job of yours has ended.</system-reminder>");
			return "continue";
		}
		if (this.reminders >= maxReminders) return "pass";
		this.reminders++;
		const isLast = this.reminders === maxReminders;
		const { schema } = contract;
		this.#tell(
			renderPrompt(reminderText, {
				attempt: String(this.reminders),
				max: String(maxReminders),
				data: schema ? "<matching the schema>" : '"…"',
				lastText: schema ? "" : ', or `{"type": "result", "result": {}}` to hand in the text above',
			}),
		);
		const { name } = this.#live.parts.tools.find(({ handsIn }) => handsIn === "result") ?? {};
		if (isLast && name !== undefined) toolChoice.pushOnce({ type: "tool", name }, { label: name, now: true });
		return "continue";
	}

	async #nextJob(signal: AbortSignal): Promise<void> {
		const { jobs } = this.#ports;
		const count = () => jobs.list(this.#live.id).filter(({ status }) => status === "running").length;
		const before = count();
		const { promise, resolve } = Promise.withResolvers<void>();
		using _change = jobs.onChange(() => {
			if (count() < before) resolve();
		});
		signal.addEventListener("abort", () => resolve(), { once: true });
		await promise;
	}

	#tell(content: string): void {
		this.#live.steer({ role: "developer", content, attribution: "agent", timestamp: this.#live.now() });
	}
}
