import { join, resolve } from "node:path";
import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { BatchLimits, FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { BlobReference, Task, TaskSpec } from "@oh-my-pi/pi-fleet/contract/task";
import { openQueue } from "@oh-my-pi/pi-fleet/open-queue";
import { openStore } from "@oh-my-pi/pi-fleet/open-store";
import { type ModelServer, modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import type { Reply } from "@oh-my-pi/pi-testkit/servers/replies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { WorkerEvent } from "../contract/worker-event.ts";
import type { FleetWorkerOptions } from "../contract/worker-options.ts";
import { FleetWorker } from "../fleet-worker.ts";

/** A queue, a store, a scripted model and a repository for workers of the sources. */
export interface FleetBench extends AsyncDisposable {
	readonly queue: FleetQueue;
	readonly store: BlobStore;
	readonly model: ModelServer;
	/** With a file `a.txt` on `main`. */
	readonly repository: Workspace;
	readonly folder: Workspace;
	readonly events: WorkerEvent[];
	worker(options?: Partial<FleetWorkerOptions>): FleetWorker;
	/** Submits tasks that are like the usual one but for what is named. */
	submit(...specs: ReadonlyArray<Partial<TaskSpec>>): Promise<readonly string[]>;
	/** Runs a worker until the queue is empty, and gives the tasks as they are then. */
	run(ids: readonly string[], options?: Partial<FleetWorkerOptions>): Promise<readonly Task[]>;
	text(reference: BlobReference | null | undefined): Promise<string>;
}

export const ompSources = [process.execPath, resolve(import.meta.dir, "../../../../main.ts")];

export async function fleetBench(
	options: {
		replies?: readonly Reply[];
		otherwise?: (body: Record<string, unknown>) => Reply;
		files?: Readonly<Record<string, string>>;
		leaseMs?: number;
		limits?: BatchLimits;
	} = {},
): Promise<FleetBench> {
	const model = await modelServer({ replies: options.replies, otherwise: options.otherwise });
	const repository = await workspace(options.files ?? { "a.txt": "one\n" }, { git: true });
	const folder = await workspace();
	const fleetDir = folder.file("fleet");
	await folder.write("agent/models.yml", modelsYml(model.url));
	const { leaseMs } = options;
	const queue = await openQueue(undefined, { fleetDir, ...(leaseMs !== undefined && { leaseMs }) });
	const store = await openStore(undefined, { fleetDir, env: {} });
	const events: WorkerEvent[] = [];
	let batches = 0;
	const worker = (more: Partial<FleetWorkerOptions> = {}) =>
		FleetWorker.start({
			queue,
			store,
			host: {
				cwd: folder.path,
				home: folder.path,
				env: { ...process.env, ACME_KEY: "acme-secret-key" },
				now: () => Date.now(),
				newId: () => Bun.randomUUIDv7(),
			},
			directories: { fleet: fleetDir, agent: folder.file("agent") },
			slots: 2,
			omp: ompSources,
			sandbox: "off",
			onEvent: (event) => events.push(event),
			...more,
		});
	return {
		...{ queue, store, model, repository, folder, events, worker },
		async submit(...specs) {
			const batch = `b${++batches}`;
			const tasks = specs.map((spec, index) => ({
				id: `${batch}-${String(index).padStart(4, "0")}`,
				name: `task ${index}`,
				format: 1,
				priority: 0,
				spec: { ...usualTask(repository.path), ...spec },
			}));
			await queue.submit({ id: batch, name: batch, limits: options.limits ?? {} }, tasks);
			return tasks.map(({ id }) => id);
		},
		async run(ids, more) {
			await using running = worker(more);
			await running.idle();
			const tasks = await Promise.all(ids.map((id) => queue.task(id)));
			return tasks.filter((task) => task !== undefined);
		},
		async text(reference) {
			return reference ? new TextDecoder().decode(await store.get(reference)) : "";
		},
		async [Symbol.asyncDispose]() {
			await queue[Symbol.asyncDispose]();
			await store[Symbol.asyncDispose]();
			await Promise.all([model, repository, folder].map((part) => part[Symbol.asyncDispose]()));
		},
	};
}

export function usualTask(repository: string): TaskSpec {
	return {
		prompt: "Change the file.",
		repository,
		model: "acme/a-1",
		limits: {},
		files: [],
		deliver: { kind: "patch" },
		questions: "decide",
		checkRounds: 1,
	};
}

export function modelsYml(url: string): string {
	const cost = "{ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }";
	return [
		"providers:",
		"  acme:",
		`    baseUrl: ${url}`,
		"    apiKey: ACME_KEY",
		"    api: anthropic-messages",
		"    models:",
		`      - { id: a-1, name: Acme One, contextWindow: 200000, maxTokens: 8192, input: [text, image], cost: ${cost} }`,
		"",
	].join("\n");
}

/** The folders of attempts that are left. */
export async function leftFolders(bench: FleetBench): Promise<readonly string[]> {
	const names = await Array.fromAsync(
		new Bun.Glob("*/*").scan({ cwd: join(bench.folder.path, "fleet/work"), onlyFiles: false }),
	);
	return names.filter((name) => !name.endsWith("/kept"));
}
