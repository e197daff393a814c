import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { isTodoResult, latestTodos, openTodos, type TodoPhase } from "@oh-my-pi/pi-session/todos";

/** The todo list as last set by the model or the user; stored in the log. */
export class TodoList {
	readonly #log: () => SessionLog;
	#phases: readonly TodoPhase[] | undefined;

	constructor(log: () => SessionLog) {
		this.#log = log;
	}

	/** Read from the log on first use, without finished tasks. */
	get phases(): readonly TodoPhase[] {
		this.#phases ??= openTodos(latestTodos(this.#log().path()));
		return this.#phases;
	}

	/** An edit by the user. */
	replace(phases: readonly TodoPhase[]): void {
		this.#phases = phases;
		this.#log().appendCustomEntry("user_todo_edit", { phases });
	}

	/** Set by a running call; the log gets it with the call's result. */
	hold(phases: readonly TodoPhase[]): void {
		this.#phases = phases;
	}

	observe(event: AgentEvent): void {
		if (event.type !== "message_end" || event.message.role !== "toolResult") return;
		if (isTodoResult(event.message) && !event.message.isError) this.#phases = latestTodos(this.#log().path());
	}

	/** Reads the list again after the log was replaced. */
	forget(): void {
		this.#phases = undefined;
	}
}
