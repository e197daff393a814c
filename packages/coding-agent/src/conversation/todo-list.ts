import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { isTodoResult, latestTodos, openTodos, type TodoPhase } from "@oh-my-pi/pi-session/todos";

/** What is to be done, as the model or the user said last; the log is where it is kept. */
export class TodoList {
	readonly #log: () => SessionLog;
	#phases: readonly TodoPhase[] | undefined;

	constructor(log: () => SessionLog) {
		this.#log = log;
	}

	/** Found in the log when first asked for; what was finished before that is left out. */
	get phases(): readonly TodoPhase[] {
		this.#phases ??= openTodos(latestTodos(this.#log().path()));
		return this.#phases;
	}

	/** The user's own edit. */
	replace(phases: readonly TodoPhase[]): void {
		this.#phases = phases;
		this.#log().appendCustomEntry("user_todo_edit", { phases });
	}

	/** What a call under way has made of it; the log has that with the call's result. */
	hold(phases: readonly TodoPhase[]): void {
		this.#phases = phases;
	}

	/** Sees what the model makes of the list. */
	observe(event: AgentEvent): void {
		if (event.type !== "message_end" || event.message.role !== "toolResult") return;
		if (isTodoResult(event.message) && !event.message.isError) this.#phases = latestTodos(this.#log().path());
	}

	/** The log has changed. */
	forget(): void {
		this.#phases = undefined;
	}
}
