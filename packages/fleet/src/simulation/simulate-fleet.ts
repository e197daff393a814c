import type { Claim, FleetQueue, WorkerFacts } from "../contract/fleet-queue.ts";
import type { TaskProgress } from "../contract/task.ts";
import { EventLine } from "./event-line.ts";

export interface FleetLoad {
	readonly workers: number;
	/** How long a turn takes, on average; requests are one a turn. */
	readonly turnMs: number;
	readonly turnsPerTask: number;
	/** How often an idle worker asks for tasks. */
	readonly pollMs: number;
	/** The part of workers that die, instead of ending a turn. */
	readonly deaths: number;
	/** How long it goes on, in virtual time. */
	readonly lengthMs: number;
	/** The account that all requests go to. */
	readonly account: string;
}

export interface SimulationOptions extends FleetLoad {
	readonly queue: FleetQueue;
	/** Moves the engine's clock; timers of the engine are not waited for. */
	setTime(ms: number): Promise<void>;
	readonly startMs: number;
	/** From 0 to 1, the same in each run. */
	random(): number;
	/** A clock that shows how long the engine really takes. */
	monotonic(): number;
	/** How many calls are under way at once, as many as the engine has connections for. */
	readonly parallel: number;
}

type Operation = "claim" | "renew" | "admit" | "report" | "record" | "settle";

export interface SimulationReport {
	/** Calls, and the mean time of each, by what they do. */
	readonly calls: ReadonlyMap<Operation, { readonly count: number; readonly meanMs: number }>;
	/** The share of the virtual time in which the engine was busy; above 1 it does not keep up. */
	readonly load: number;
	/** How many such workers would keep it busy all the time. */
	readonly workersAtLimit: number;
	readonly tasksDone: number;
	/** Writes that were refused because the lease was lost; only workers that died have lost theirs. */
	readonly refused: number;
}

/** Events that are this close together happen at the same time. */
const stepMs = 100;

/** Workers that exist only as events in virtual time, whose calls a real engine answers. */
export async function simulateFleet(options: SimulationOptions): Promise<SimulationReport> {
	const { queue, startMs, lengthMs, parallel, monotonic } = options;
	const line = new EventLine<() => Promise<void>>();
	const meter = new Meter(monotonic);
	const totals = { tasksDone: 0, refused: 0 };
	for (let index = 0; index < options.workers; index++) {
		const worker = new SimulatedWorker(`w${index}`, { ...options, line, meter, totals, queue });
		line.add(startMs + options.random() * options.pollMs, () => worker.poll());
	}
	let busyMs = 0;
	for (let now = startMs; now < startMs + lengthMs; now += stepMs) {
		await options.setTime(now);
		const due = line.takeUntil(now + stepMs);
		const startedAt = monotonic();
		const next = async () => {
			for (let event = due.shift(); event; event = due.shift()) await event();
		};
		await Promise.all(Array.from({ length: parallel }, next));
		if (meter.takeHasCalls()) busyMs += monotonic() - startedAt;
	}
	const load = busyMs / lengthMs;
	return { calls: meter.means(), load, workersAtLimit: Math.floor(options.workers / load), ...totals };
}

interface WorkerPorts extends SimulationOptions {
	readonly line: EventLine<() => Promise<void>>;
	readonly meter: Meter;
	readonly totals: { tasksDone: number; refused: number };
}

/** One worker with one slot: it polls, works turn by turn, renews its lease, and sometimes dies and is started again. */
class SimulatedWorker {
	readonly #id: string;
	readonly #ports: WorkerPorts;
	#life = 0;
	#claim: Claim | undefined;
	#progress: TaskProgress | undefined;

	constructor(id: string, ports: WorkerPorts) {
		this.#id = id;
		this.#ports = ports;
	}

	async poll(): Promise<void> {
		const { queue, meter, pollMs } = this.#ports;
		const [claim] = await meter.measure("claim", () => queue.claim(this.#facts(), 1));
		if (!claim) return this.#later(pollMs, () => this.poll());
		this.#claim = claim;
		this.#progress = claim.value.progress;
		this.#later(claim.leaseMs / 3, () => this.#renew(claim));
		await this.#startTurn(claim);
	}

	async #startTurn(claim: Claim): Promise<void> {
		const { queue, meter, account, turnMs, random } = this.#ports;
		const key = `${claim.task}-${claim.fence}-${this.#progress?.turns ?? 0}`;
		const { task, fence } = claim;
		const request = { lease: { task, fence }, batch: claim.value.batch, tokens: 4000, usd: 0.05, key };
		const admission = await meter.measure("admit", () => queue.admit(account, request));
		if (admission.kind === "wait") return this.#later(admission.ms, () => this.#startTurn(claim));
		if (admission.kind !== "go") return this.#lose();
		this.#later(turnMs * (0.5 + random()), () => this.#endTurn(claim, key));
	}

	async #endTurn(claim: Claim, key: string): Promise<void> {
		const { queue, meter, account, turnsPerTask, deaths, random, pollMs, totals } = this.#ports;
		if (random() < deaths) {
			// Its lease expires; a new process takes its place.
			this.#life++;
			this.#claim = undefined;
			return this.#later(pollMs, () => this.poll());
		}
		await meter.measure("report", () => queue.report(account, { key, tokens: 3000, usd: 0.02 }));
		const before = this.#progress ?? claim.value.progress;
		const after = { ...before, turns: before.turns + 1, usd: before.usd + 0.02, tokens: before.tokens + 3000 };
		if (!(await meter.measure("record", () => queue.record(claim, after)))) return this.#lose();
		this.#progress = after;
		if (after.turns < turnsPerTask) return this.#startTurn(claim);
		const end = await meter.measure("settle", () => queue.settle(claim, "done", { message: "It is done." }));
		if (end === "lost") return this.#lose();
		totals.tasksDone++;
		this.#claim = undefined;
		await this.poll();
	}

	async #renew(claim: Claim): Promise<void> {
		if (this.#claim !== claim) return;
		const { queue, meter } = this.#ports;
		const [renewal] = await meter.measure("renew", () => queue.renew(this.#facts().id, [claim]));
		if (renewal?.isHeld) this.#later(claim.leaseMs / 3, () => this.#renew(claim));
	}

	#lose(): void {
		this.#ports.totals.refused++;
		this.#claim = undefined;
		this.#later(this.#ports.pollMs, () => this.poll());
	}

	#later(ms: number, work: () => Promise<void>): void {
		this.#ports.line.addAfter(ms, work);
	}

	#facts(): WorkerFacts {
		return { id: `${this.#id}-${this.#life}`, host: "simulated", pid: 1, slots: 1, format: 1, version: "1.0.0" };
	}
}

/** Counts calls and their time. */
class Meter {
	readonly #monotonic: () => number;
	readonly #sums = new Map<Operation, { count: number; ms: number }>();
	#hasCalls = false;

	constructor(monotonic: () => number) {
		this.#monotonic = monotonic;
	}

	async measure<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
		const startedAt = this.#monotonic();
		const value = await call();
		const sum = this.#sums.get(operation) ?? { count: 0, ms: 0 };
		this.#sums.set(operation, { count: sum.count + 1, ms: sum.ms + this.#monotonic() - startedAt });
		this.#hasCalls = true;
		return value;
	}

	takeHasCalls(): boolean {
		const had = this.#hasCalls;
		this.#hasCalls = false;
		return had;
	}

	means(): SimulationReport["calls"] {
		return new Map([...this.#sums].map(([name, { count, ms }]) => [name, { count, meanMs: ms / count }]));
	}
}
