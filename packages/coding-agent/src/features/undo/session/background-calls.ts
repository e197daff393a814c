import type { Job } from "@oh-my-pi/pi-tools/jobs/job";
import type { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import type { RecordedCall } from "../contract/undo-engine.ts";

interface OpenCall extends Pick<RecordedCall, "end"> {
	readonly beganAt: number;
}

interface KeptCall {
	readonly call: OpenCall;
	readonly jobs: ReadonlySet<string>;
	readonly conversationId: string;
}

/**
 * Calls that returned while a program they started goes on. What that changes belongs to them until it ends, or until the turn does:
 * from then on it could not be told from what the user does.
 */
export class BackgroundCalls {
	readonly #jobs: Pick<JobBoard, "list" | "onChange">;
	readonly #kept = new Set<KeptCall>();
	#watching: Disposable | undefined;

	constructor(jobs: Pick<JobBoard, "list" | "onChange">) {
		this.#jobs = jobs;
	}

	/** False if the call left nothing running: it can end. */
	keep(conversationId: string, call: OpenCall): boolean {
		const started = this.#running(conversationId).filter(({ startedAt }) => startedAt >= call.beganAt);
		if (started.length === 0) return false;
		this.#kept.add({ conversationId, call, jobs: new Set(started.map(({ id }) => id)) });
		this.#watching ??= this.#jobs.onChange(() => void this.#endFinished());
		return true;
	}

	/** Ends all calls; gives the programs that go on. */
	async endAll(): Promise<readonly Job[]> {
		const kept = [...this.#kept];
		const running = kept.flatMap(({ conversationId, jobs }) =>
			this.#running(conversationId).filter(({ id }) => jobs.has(id)),
		);
		await this.#end(kept);
		return running;
	}

	async #endFinished(): Promise<void> {
		const isFinished = ({ conversationId, jobs }: KeptCall) =>
			!this.#running(conversationId).some(({ id }) => jobs.has(id));
		await this.#end([...this.#kept].filter(isFinished));
	}

	async #end(kept: readonly KeptCall[]): Promise<void> {
		for (const one of kept) this.#kept.delete(one);
		if (this.#kept.size === 0) {
			this.#watching?.[Symbol.dispose]();
			this.#watching = undefined;
		}
		await Promise.allSettled(kept.map(({ call }) => call.end()));
	}

	/** Programs; what agents do is recorded by their own calls. */
	#running(conversationId: string): Job[] {
		return this.#jobs.list(conversationId).filter(({ type, status }) => type !== "task" && status === "running");
	}
}
