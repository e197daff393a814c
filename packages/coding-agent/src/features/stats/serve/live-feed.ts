import { type FSWatcher, watch } from "node:fs";
import type { EventStream } from "../../../http-service/event-stream.ts";
import { explain } from "../store/open-store.ts";
import type { SessionStats } from "./session-stats.ts";

/** A reply is written in several pieces; one look is enough for them. */
const settleMs = 150;
/** Where folders cannot be watched. */
const pollMs = 2_000;

/** Tells open pages that there is something new. Looks for it only while a page is open. */
export class LiveFeed implements Disposable {
	readonly #stats: SessionStats;
	readonly #streams = new Set<EventStream>();
	#watcher: FSWatcher | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#generation = "";
	#notice: string | undefined;

	constructor(stats: SessionStats) {
		this.#stats = stats;
	}

	add(stream: EventStream): void {
		if (this.#streams.size === 0) this.#begin();
		this.#streams.add(stream);
		this.#notice = this.#stats.notice;
		stream.send({ event: "hello", data: JSON.stringify({ notice: this.#notice ?? null }) });
		void stream.ended.then(() => {
			this.#streams.delete(stream);
			if (this.#streams.size === 0) this.#rest();
		});
		void this.#look();
	}

	[Symbol.dispose](): void {
		this.#rest();
		for (const stream of this.#streams) stream.close();
	}

	#begin(): void {
		this.#generation = this.#stats.store.generation();
		try {
			this.#watcher = watch(this.#stats.sessionsFolder, { recursive: true }, () => this.#plan(settleMs));
			this.#watcher.on("error", () => this.#poll());
		} catch {
			// The folder is not there yet, or there are too many for the system.
			this.#poll();
		}
	}

	#poll(): void {
		this.#watcher?.close();
		this.#watcher = undefined;
		this.#plan(pollMs);
	}

	#plan(ms: number): void {
		if (this.#streams.size > 0 || ms === pollMs) this.#timer ??= setTimeout(() => void this.#look(), ms);
	}

	async #look(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		try {
			await this.#stats.sync();
			this.#tellNotice();
			const generation = this.#stats.store.generation();
			if (generation !== this.#generation) this.#tell("changed", { totalMessages: this.#stats.count() });
			this.#generation = generation;
		} catch (error) {
			this.#tell("problem", { message: explain(error, this.#stats.databasePath).message });
			this.#plan(pollMs);
		}
		if (this.#watcher === undefined && this.#streams.size > 0) this.#plan(pollMs);
	}

	/** What is missing from now on. */
	#tellNotice(): void {
		const { notice } = this.#stats;
		if (notice !== this.#notice && notice !== undefined) this.#tell("problem", { message: notice });
		this.#notice = notice;
	}

	#tell(event: string, value: unknown): void {
		for (const stream of this.#streams) stream.send({ event, data: JSON.stringify(value) });
	}

	#rest(): void {
		this.#watcher?.close();
		this.#watcher = undefined;
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}
}
