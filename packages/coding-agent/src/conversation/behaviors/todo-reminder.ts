import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import { isActionable, tasksOf } from "@oh-my-pi/pi-tools/services/todo-list";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { FinishedRun } from "../hooks/finished-run.ts";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import openTodos from "./prompts/open-todos.md" with { type: "text" };

export interface TodoReminderRules {
	readonly enabled: boolean;
	/** Per prompt. */
	readonly max: number;
}

interface TodoReminderPorts {
	readonly live: Pick<LiveContext, "steer" | "emit">;
	readonly todos: () => readonly TodoPhase[];
	readonly rules: () => TodoReminderRules;
	readonly now: () => number;
}

/** Reminds a model that stops with open todos. */
export class TodoReminder implements Hook {
	readonly name = "todo-reminder";
	readonly order = hookOrder.todoReminder;
	readonly #ports: TodoReminderPorts;
	#attempts = 0;
	/** The list at the last reminder. */
	#reminded: string | undefined;

	constructor(ports: TodoReminderPorts) {
		this.#ports = ports;
	}

	/** A new prompt resets the count. */
	beforePrompt(): undefined {
		this.#attempts = 0;
		this.#reminded = undefined;
	}

	async settle(run: FinishedRun): Promise<"continue" | "pass"> {
		const { live, todos, rules, now } = this.#ports;
		const { enabled, max } = rules();
		if (!enabled || run.signal.aborted || run.reply?.stopReason !== "stop") return "pass";
		const phases = todos();
		const open = tasksOf(phases).filter(isActionable);
		const list = JSON.stringify(phases);
		// Reminded once and the list is unchanged: do not repeat.
		if (open.length === 0 || this.#attempts >= max || list === this.#reminded) return "pass";
		this.#attempts++;
		this.#reminded = list;
		await live.emit({
			type: "todo_reminder",
			todos: open.map(({ content, status, phase }) => ({ content, status, phase })),
			attempt: this.#attempts,
			maxAttempts: max,
		});
		const content = renderPrompt(openTodos, {
			count: String(open.length),
			items: open.map((task) => `- ${task.content} [${task.status}] (${task.phase})`).join("\n"),
			attempt: String(this.#attempts),
			max: String(max),
		});
		live.steer({ role: "developer", content, attribution: "agent", timestamp: now() });
		return "continue";
	}
}
