import { rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import type { FleetQueue, WorkerFacts } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { type Task, taskFormat } from "@oh-my-pi/pi-fleet/contract/task";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { version } from "../../../process/version.ts";
import { wrongStore } from "../text/wrong-store.ts";
import type { WorkerEvent } from "./contract/worker-event.ts";
import type { FleetWorkerOptions } from "./contract/worker-options.ts";
import { GateServer } from "./gate/gate-server.ts";
import { RequestDesk } from "./gate/request-desk.ts";
import { LeaseKeeper } from "./lease/lease-keeper.ts";
import { isDead, makeWorkerId } from "./lease/worker-id.ts";
import { TaskRun } from "./task-run.ts";
import type { WorkerTools } from "./worker-tools.ts";
import { CloneCache } from "./workspace/clone-cache.ts";
import { FleetGit } from "./workspace/fleet-git.ts";
import { TreePool } from "./workspace/tree-pool.ts";
import { openWorkFolder, removeLeftOver } from "./workspace/work-folder.ts";

const usualPollMs = 1200;
const longestPollMs = 10_000;
/** Workers of this machine that are gone are looked for this often. */
const abandonMs = 15_000;
/** And tasks that are of a newer omp. */
const formatsMs = 60_000;
const doubtMs = 200;
const usualMaxChangeBytes = 100_000_000;

/** Takes tasks from a queue and does them, some at a time, each with an omp of its own. */
export class FleetWorker implements AsyncDisposable {
	readonly id: string;
	/** Rejects when it cannot go on at all, for example with a queue of a newer omp, or tasks of another store. */
	readonly failed: Promise<never>;
	readonly #queue: FleetQueue;
	readonly #facts: WorkerFacts;
	readonly #storeAddress: string | undefined;
	readonly #tools: WorkerTools;
	readonly #leases: LeaseKeeper;
	readonly #runs = new Map<TaskRun, Promise<void>>();
	/** Workspaces that are on their way out; their slots are free. */
	readonly #removals = new Set<Promise<void>>();
	readonly #pollMs: number;
	readonly #fail: (error: unknown) => void;
	readonly #loop: Promise<void>;
	#idle = Promise.withResolvers<void>();
	#wake = Promise.withResolvers<void>();
	#isEnding = false;
	#isEmpty = false;
	#abandonAt = 0;
	#hasWarnedOfFormat = false;
	#formatsAt = 0;

	static start(options: FleetWorkerOptions): FleetWorker {
		return new FleetWorker(options);
	}

	private constructor(options: FleetWorkerOptions) {
		const { queue, store, host, directories, slots, omp, onEvent = () => {} } = options;
		const failed = Promise.withResolvers<never>();
		failed.promise.catch(() => {});
		this.failed = failed.promise;
		this.#fail = failed.reject;
		this.id = makeWorkerId(host.newId());
		this.#queue = queue;
		this.#storeAddress = options.storeAddress;
		this.#facts = { id: this.id, host: hostname(), pid: process.pid, slots, format: taskFormat, version };
		this.#pollMs = options.pollMs ?? usualPollMs;
		const emit = (event: WorkerEvent) => onEvent(event);
		const cacheFolder = directories.cache ?? join(directories.fleet, "cache");
		const git = new FleetGit(directories.fleet, host.env);
		const folder = openWorkFolder(directories.fleet, this.id);
		this.#tools = {
			...{ queue, store, host, omp, directories, cacheFolder, folder, git, emit },
			pool: new TreePool(join(folder, "kept"), slots * 2),
			cache: new CloneCache(cacheFolder, git, host.now),
			gate: new GateServer(host.env.TMPDIR || tmpdir()),
			desk: new RequestDesk(queue),
			sandbox: options.sandbox ?? "workspace",
			trustLock: options.trustLock,
			variables: options.variables ?? [],
			maxChangeBytes: options.maxChangeBytes ?? usualMaxChangeBytes,
		};
		this.#leases = new LeaseKeeper({
			queue,
			worker: this.id,
			onProblem: (message) => emit({ type: "problem", message }),
		});
		this.#loop = this.#serve();
	}

	/** How many tasks it has. */
	get running(): number {
		return this.#runs.size;
	}

	/** Resolves when it has nothing to do and the queue had nothing for it. */
	idle(): Promise<void> {
		return this.#isEmpty && this.#runs.size === 0 ? Promise.resolve() : this.#idle.promise;
	}

	/** Asks the queue now instead of with the next look, for messages, cancellations and new tasks. */
	async refresh(): Promise<void> {
		this.#wake.resolve();
		await this.#leases.renewNow();
	}

	/** Takes nothing more; finishes the turns under way, ships them, and gives the tasks back. */
	async drain(): Promise<void> {
		this.#isEnding = true;
		this.#wake.resolve();
		for (const run of this.#runs.keys()) run.handBack();
		await this.#end();
	}

	/** Gives the tasks back at once; the turns under way are lost. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#isEnding = true;
		this.#wake.resolve();
		for (const run of this.#runs.keys()) run.handBackNow();
		await this.#end();
	}

	async #end(): Promise<void> {
		this.#tools.pool.close();
		await this.#loop;
		const watch = setInterval(() => this.#giveUpDoubtful(), doubtMs);
		await Promise.all(this.#runs.values());
		clearInterval(watch);
		await Promise.all(this.#removals);
		this.#leases[Symbol.dispose]();
		await this.#tools.gate[Symbol.asyncDispose]();
		rmSync(this.#tools.folder, { recursive: true, force: true });
		removeLeftOver(join(this.#tools.directories.fleet, "work"));
		await ignoreFailure(() => this.#queue.leave(this.id), "a worker that did not sign off is noticed by its age");
		this.#idle.resolve();
	}

	/** While it ends, it does not wait for a queue that is away: such tasks go to others when their leases expire. */
	#giveUpDoubtful(): void {
		for (const { lease } of this.#runs.keys()) if (!lease.isSure) lease.lose();
	}

	async #serve(): Promise<void> {
		let failures = 0;
		while (!this.#isEnding) {
			this.#wake = Promise.withResolvers<void>();
			try {
				await this.#abandonDead();
				const taken = await this.#take();
				failures = 0;
				this.#isEmpty = taken === 0;
				if (this.#isEmpty && this.#runs.size === 0) await this.#nothingToDo();
			} catch (error) {
				if (isSchema(error)) {
					this.#fail(error);
					return;
				}
				if (failures++ === 0)
					this.#tools.emit({ type: "problem", message: `The queue does not answer: ${errorMessage(error)}` });
			}
			if (this.#isEnding) break;
			const pauseMs = Math.min(this.#pollMs * 2 ** Math.min(failures, 4), Math.max(longestPollMs, this.#pollMs));
			await this.#pause(this.#runs.size < this.#facts.slots ? pauseMs : undefined);
		}
	}

	/** Until the next look; without a time until a slot is free. */
	async #pause(ms: number | undefined): Promise<void> {
		const end = new AbortController();
		const looks = ms === undefined ? [] : [sleep(ms, { signal: end.signal }).catch(() => {})];
		await Promise.race([this.#wake.promise, ...looks]);
		end.abort();
	}

	async #take(): Promise<number> {
		const free = this.#facts.slots - this.#runs.size;
		if (free <= 0) return 0;
		// The queue was away: it would give our own tasks to us again.
		if (this.#leases.isInDoubt) await this.#leases.renewNow();
		const askedAt = performance.now();
		const claims = await this.#queue.claim(this.#facts, free);
		const problem = claims.flatMap(({ value }) => this.#wrongStore(value) ?? [])[0];
		if (problem !== undefined) {
			for (const claim of claims) await this.#queue.handBack(claim);
			throw new FleetError("schema", problem);
		}
		for (const claim of claims) {
			const lease = this.#leases.keep(claim, askedAt);
			const run = new TaskRun(claim, lease, this.#tools);
			this.#runs.set(run, this.#follow(run));
			if (this.#isEnding) run.handBack();
		}
		return claims.length;
	}

	#wrongStore(task: Task): string | undefined {
		return this.#storeAddress === undefined ? undefined : wrongStore(task, this.#storeAddress);
	}

	async #follow(run: TaskRun): Promise<void> {
		try {
			await run.run();
		} catch (error) {
			this.#tools.emit({ type: "problem", task: run.lease.task, message: errorMessage(error) });
		} finally {
			this.#leases.release(run.lease);
			this.#runs.delete(run);
			this.#wake.resolve();
			const removed = run.removed.finally(() => this.#removals.delete(removed));
			this.#removals.add(removed);
		}
	}

	async #nothingToDo(): Promise<void> {
		this.#idle.resolve();
		this.#idle = Promise.withResolvers<void>();
		if (this.#hasWarnedOfFormat || performance.now() < this.#formatsAt) return;
		this.#formatsAt = performance.now() + formatsMs;
		const { tasks } = await this.#queue.list({ states: ["queued"], limit: 20 });
		const newer = tasks.filter(({ format }) => format > taskFormat);
		if (newer.length === 0) return;
		this.#hasWarnedOfFormat = true;
		const which = newer.map(({ id }) => id).join(", ");
		const message = `Tasks that wait are of a newer omp (${which}): update omp on this machine (it is ${version})`;
		this.#tools.emit({ type: "problem", message });
	}

	/** The tasks of workers of this machine that were killed go back at once. */
	async #abandonDead(): Promise<void> {
		if (performance.now() < this.#abandonAt) return;
		const workers = await this.#queue.workers();
		for (const worker of workers.filter(isDead)) await this.#queue.abandon(worker.id);
		this.#abandonAt = performance.now() + abandonMs;
		removeLeftOver(join(this.#tools.directories.fleet, "work"));
	}
}

function isSchema(error: unknown): boolean {
	return error instanceof Error && "kind" in error && error.kind === "schema";
}
