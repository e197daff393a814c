import { expect } from "bun:test";
import type {
	AdmitRequest,
	BatchLimits,
	Claim,
	FleetQueue,
	Lease,
	NewTask,
	WorkerFacts,
} from "../contract/fleet-queue.ts";
import { type TaskProgress, type TaskSpec, taskFormat } from "../contract/task.ts";

/** A queue of its own for one test, with a clock that the test moves. */
export interface QueueSubject extends AsyncDisposable {
	/** Another view of the same queue, as another process has it; closed with the subject. */
	open(): Promise<FleetQueue>;
	/** For processes, which have the real time. */
	readonly url: string;
	advance(ms: number): Promise<void>;
	readonly leaseMs: number;
	/** Leaves the tables as a newer omp does. */
	makeNewer(): Promise<void>;
}

/** Defines one test of the contract. */
export type CheckQueue = (
	name: string,
	body: (queue: FleetQueue, subject: QueueSubject) => Promise<void>,
	timeoutMs?: number,
) => void;

const spec: TaskSpec = {
	prompt: "Do it.",
	repository: "https://example.com/one.git",
	limits: {},
	files: [],
	deliver: { kind: "patch" },
	questions: "decide",
	checkRounds: 2,
};

export function newTask(
	id: string,
	change: Partial<Omit<NewTask, "spec">> & { spec?: Partial<TaskSpec> } = {},
): NewTask {
	return { id, name: `name of ${id}`, format: taskFormat, priority: 0, ...change, spec: { ...spec, ...change.spec } };
}

export async function submit(
	queue: FleetQueue,
	batch: string,
	tasks: readonly (string | NewTask)[],
	limits: BatchLimits = {},
): Promise<void> {
	await queue.submit(
		{ id: batch, name: batch, limits },
		tasks.map((task) => (typeof task === "string" ? newTask(task) : task)),
	);
}

export function worker(id: string, change: Partial<WorkerFacts> = {}): WorkerFacts {
	return { id, host: "here", pid: 1, slots: 1, format: taskFormat, version: "1.0.0", ...change };
}

/** A claim that must take one task. */
export async function claimOne(queue: FleetQueue, id = "w1"): Promise<Claim> {
	const [claim] = await queue.claim(worker(id), 1);
	if (!claim) throw new Error("there was nothing to claim");
	return claim;
}

export async function claimIds(queue: FleetQueue, count: number, id = "w1"): Promise<readonly string[]> {
	return (await queue.claim(worker(id), count)).map(({ task }) => task);
}

export const progress = (change: Partial<TaskProgress> = {}): TaskProgress => ({
	turns: 1,
	usd: 0,
	tokens: 0,
	log: [],
	checkRound: 0,
	...change,
});

export const requestOf = (lease: Lease, key: string, change: Partial<AdmitRequest> = {}): AdmitRequest => ({
	lease: { task: lease.task, fence: lease.fence },
	batch: "b",
	tokens: 10,
	usd: 0,
	key,
	...change,
});

export async function stateOf(queue: FleetQueue, id: string) {
	return (await queue.task(id))?.state;
}

/** A `FleetError` of this kind. */
export async function expectKind(promise: Promise<unknown>, kind: string): Promise<string> {
	const error: unknown = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect({ name: (error as Error).name, kind: (error as { kind?: string }).kind }).toEqual({
		name: "FleetError",
		kind,
	});
	return (error as Error).message;
}
