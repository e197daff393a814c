import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { isTodoResult, latestTodos, openTodos, type TodoPhase } from "@oh-my-pi/pi-session/tree/todos";

/** The todo list as last set by the model or the user; stored in the log. */
export class TodoList {
	readonly #log: () => SessionLog;
	#phases: readonly TodoPhase[] | undefined;
	/** Finished tasks that the list was resumed without. */
	#droppedCount = 0;

	constructor(log: () => SessionLog) {
		this.#log = log;
	}

	/** Read from the log on first use, without finished tasks. */
	get phases(): readonly TodoPhase[] {
		if (this.#phases) return this.#phases;
		const latest = latestTodos(this.#log().path());
		this.#phases = openTodos(latest);
		this.#droppedCount = countTasks(latest) - countTasks(this.#phases);
		return this.#phases;
	}

	/** How many finished tasks belong to the list without being in it, for `1/5` to stay `1/5` when a session is resumed. */
	get droppedCount(): number {
		return this.phases.length === 0 ? 0 : this.#droppedCount;
	}

	/** An edit by the user. */
	replace(phases: readonly TodoPhase[]): void {
		this.hold(phases);
		this.#log().appendCustomEntry("user_todo_edit", { phases });
	}

	/** Set by a running call; the log gets it with the call's result. */
	hold(phases: readonly TodoPhase[]): void {
		const before = new Set(this.phases.flatMap(({ tasks }) => tasks.map(({ content }) => content)));
		const isContinued = phases.some(({ tasks }) => tasks.some(({ content }) => before.has(content)));
		if (!isContinued) this.#droppedCount = 0;
		this.#phases = phases;
	}

	observe(event: AgentEvent): void {
		if (event.type !== "message_end" || event.message.role !== "toolResult") return;
		if (isTodoResult(event.message) && !event.message.isError) this.hold(latestTodos(this.#log().path()));
	}

	/** Reads the list again after the log was replaced. */
	forget(): void {
		this.#phases = undefined;
	}
}

function countTasks(phases: readonly TodoPhase[]): number {
	return phases.reduce((count, { tasks }) => count + tasks.length, 0);
}
