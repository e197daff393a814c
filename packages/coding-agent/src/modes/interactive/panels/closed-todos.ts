import { isOpen, type TodoPhase } from "@oh-my-pi/pi-tools/services/todo-list";

export interface ClosedTodosOptions {
	readonly now: () => number;
	/** Below zero nothing vanishes. */
	readonly delayMs: () => number;
	readonly onVanish: () => void;
}

/** Lets what is done be seen for a moment, and then vanish. */
export class ClosedTodos {
	readonly #options: ClosedTodosOptions;
	readonly #closedAt = new Map<string, number>();
	#timer: Timer | undefined;

	constructor(options: ClosedTodosOptions) {
		this.#options = options;
	}

	/** What there is to see now; a phase without any of it is left out. */
	visible(phases: readonly TodoPhase[]): TodoPhase[] {
		const { now, delayMs } = this.#options;
		const delay = delayMs();
		const time = now();
		const known = new Set<string>();
		let nextMs = Number.POSITIVE_INFINITY;
		const seen = phases.map((phase) => ({
			...phase,
			tasks: phase.tasks.filter((task) => {
				if (isOpen(task) || delay < 0) return true;
				const key = JSON.stringify([phase.name, task.content]);
				known.add(key);
				if (!this.#closedAt.has(key)) this.#closedAt.set(key, time);
				const leftMs = (this.#closedAt.get(key) ?? time) + delay - time;
				if (leftMs > 0) nextMs = Math.min(nextMs, leftMs);
				return leftMs > 0;
			}),
		}));
		for (const key of this.#closedAt.keys()) if (!known.has(key)) this.#closedAt.delete(key);
		this.#wakeIn(nextMs);
		return seen.filter(({ tasks }) => tasks.length > 0);
	}

	dispose(): void {
		clearTimeout(this.#timer);
	}

	#wakeIn(ms: number): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (!Number.isFinite(ms)) return;
		this.#timer = setTimeout(() => this.#options.onVanish(), ms);
		this.#timer.unref();
	}
}
