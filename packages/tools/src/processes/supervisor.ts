import { createHash } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { killTree } from "@oh-my-pi/pi-natives/process/process-tree";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { type JobBoard, JobsFullError } from "../jobs/job-board.ts";
import { signalGroup, stopGraceMs } from "./open-process.ts";
import { isLive, type ProcessRecord, RecordFolder, runs, startMark } from "./process-record.ts";
import { hasEnded, type ProcessFacts, type ProcessSpec } from "./process-spec.ts";
import { type SupervisedOptions, SupervisedProcess } from "./supervised-process.ts";

export interface SupervisorOptions extends Omit<SupervisedOptions, "folder"> {
	/** `~/.omp/run/daemons`, with a folder for each project. */
	readonly root: string;
	/** Each process is a job as well: listed, announced when it ends, and ended with its owner. */
	readonly board: JobBoard;
}

/** A process of another omp, or of one that has exited. */
export interface ForeignProcess {
	readonly record: ProcessRecord;
	readonly facts: ProcessFacts;
	readonly source: { readonly file: string; readonly base: number };
}

/** The processes of all projects that this omp works in. */
export class Supervisor {
	readonly #options: SupervisorOptions;
	readonly #projects = new Map<string, Project>();

	constructor(options: SupervisorOptions) {
		this.#options = options;
	}

	/** The processes that belong to a folder. */
	project(cwd: string): Project {
		const real = realPath(cwd);
		const known = this.#projects.get(real);
		if (known) return known;
		const hash = createHash("sha256").update(real).digest("hex").slice(0, 16);
		const project = new Project(new RecordFolder(join(this.#options.root, hash)), this.#options);
		this.#projects.set(real, project);
		return project;
	}
}

export class Project {
	readonly #folder: RecordFolder;
	readonly #options: SupervisorOptions;
	readonly #supervised = new Map<string, { readonly process: SupervisedProcess; readonly jobId: string }>();

	constructor(folder: RecordFolder, options: SupervisorOptions) {
		this.#folder = folder;
		this.#options = options;
	}

	/** Own processes, also those that have ended, then those of others that run. */
	list(): ProcessFacts[] {
		const supervised = [...this.#supervised.values()].map(({ process }) => process.facts);
		const others = this.#folder.all().filter(({ spec }) => !this.#supervised.has(spec.name));
		return [...supervised, ...others.filter(isLive).map((record) => this.#foreign(record).facts)];
	}

	supervised(name: string): SupervisedProcess | undefined {
		return this.#supervised.get(name)?.process;
	}

	foreign(name: string): ForeignProcess | undefined {
		const record = this.#supervised.has(name) ? undefined : this.#folder.read(name);
		return record && this.#foreign(record);
	}

	start(spec: ProcessSpec, ownerId: string, inBox?: () => InBox | undefined): SupervisedProcess {
		const { board, ...options } = this.#options;
		const before = this.supervised(spec.name);
		if (before && !hasEnded(before.facts)) throw new ToolError(takenText(before.facts));
		mkdirSync(this.#folder.path, { recursive: true, mode: 0o700 });
		this.#folder.prune(options.now());
		this.#folder.takeStopRequest(spec.name);
		const holder = this.#folder.claim(placeholder(spec, options.now()));
		if (holder) throw new ToolError(takenText(this.#foreign(holder).facts));
		this.#supervised.delete(spec.name);
		let process: SupervisedProcess;
		try {
			process = new SupervisedProcess(spec, { ...options, inBox, folder: this.#folder });
		} catch (error) {
			this.#folder.write({ ...placeholder(spec, options.now()), endedAt: options.now(), exitCode: null });
			throw error;
		}
		this.#folder.write(process.record);
		const jobId = freeId(spec.name, board);
		try {
			board.start({
				type: "process",
				id: jobId,
				label: spec.line,
				ownerId,
				outlives: spec.persist,
				run: async (controls) => {
					const outcome = await process.look(controls);
					if (process.isLeft) this.#supervised.delete(spec.name);
					return outcome;
				},
			});
		} catch (error) {
			void process.child?.kill();
			this.#folder.write({ ...process.record, endedAt: options.now(), exitCode: null });
			throw error instanceof JobsFullError ? new ToolError(error.message) : error;
		}
		this.#supervised.set(spec.name, { process, jobId });
		return process;
	}

	/** Nobody need be told of the end that was asked for. */
	expectEnd(name: string): void {
		const jobId = this.#supervised.get(name)?.jobId;
		if (jobId !== undefined) this.#options.board.markSeen([jobId]);
	}

	async stopForeign({ record }: ForeignProcess): Promise<void> {
		if (isLive(record) && runs(record.ownerPid, record.ownerMark)) this.#folder.askToStop(record.spec.name);
		const { pid, startMark: mark } = record;
		const grace = { graceMs: stopGraceMs };
		if (runs(pid, mark)) {
			await killTree(process.platform === "linux" && mark !== undefined ? { pid, startedAt: mark } : { pid }, grace);
		}
		// The omp that looks after it takes a moment to see that.
		for (let waitedMs = 0; waitedMs < stopGraceMs; waitedMs += stepMs) {
			const now = this.#folder.read(record.spec.name);
			if (!now || !isLive(now)) return;
			await sleep(stepMs);
		}
	}

	signalForeign({ record }: ForeignProcess, signal: NodeJS.Signals): void {
		if (runs(record.pid, record.startMark)) signalGroup(record.pid, signal);
	}

	#foreign(record: ProcessRecord): ForeignProcess {
		const { spec, pid, startedAt, endedAt, exitCode, restarts, logBase } = record;
		const isUp = runs(pid, record.startMark);
		const file = this.#folder.logFile(spec.name);
		return {
			record,
			source: { file, base: logBase },
			facts: {
				name: spec.name,
				line: spec.line,
				cwd: spec.cwd,
				status: isUp ? "running" : isLive(record) ? "restarting" : "exited",
				...(isUp && { pid }),
				startedAt,
				...(endedAt !== undefined && { endedAt }),
				...(exitCode !== undefined && { exitCode }),
				restarts,
				persist: spec.persist,
				isForeign: true,
				logFile: file,
			},
		};
	}
}

const stepMs = 50;

/** Holds the name while the process is being started. */
function placeholder(spec: ProcessSpec, startedAt: number): ProcessRecord {
	const ownerMark = startMark(process.pid);
	const owner = { ownerPid: process.pid, ...(ownerMark !== undefined && { ownerMark }) };
	return { spec, pid: 0, ...owner, startedAt, restarts: 0, logBase: 0 };
}

function takenText({ name, pid, isForeign }: ProcessFacts): string {
	const where = isForeign ? ", started by another omp" : "";
	return `A process named ${name} is already running${pid === undefined ? "" : ` (pid ${pid})`}${where}. Use restart or stop, or another name.`;
}

/** The name, unless another job that runs has it. */
function freeId(name: string, board: JobBoard): string {
	for (let count = 1; ; count++) {
		const id = count === 1 ? name : `${name}-${count}`;
		if (board.isFree(id)) return id;
	}
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		// A folder that is gone still has its processes.
		return path;
	}
}
