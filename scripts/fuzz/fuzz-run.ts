import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { caseAt } from "./cases.ts";
import type { ChildTask } from "./fuzz-child.ts";
import { type FuzzFailure, shapeText } from "./fuzz-target.ts";
import { minimize } from "./minimize.ts";
import type { CasesReport } from "./run-cases.ts";
import { findTarget } from "./targets.ts";

export interface FuzzRun {
	readonly seed: number;
	readonly seconds?: number;
	readonly cases?: number;
	/** A single run that takes longer never ends. */
	readonly hangMs?: number;
}

export interface FuzzReport extends CasesReport {
	readonly seconds: number;
}

const HANG_MS = 60_000;
const MAX_STOPS = 3;
const STOP_EFFORT = { maxTries: 25, maxMs: 120_000 };
const child = join(import.meta.dirname, "fuzz-child.ts");

interface Stop {
	readonly index: number;
	readonly kind: "hang" | "crash";
}

/** Fuzzes a target in a process of its own. When a case hangs or crashes it, the run goes on after that case. */
export async function fuzz(name: string, run: FuzzRun): Promise<FuzzReport> {
	const startedAt = performance.now();
	const folder = await mkdtemp(join(tmpdir(), "omp-fuzz-"));
	const failures: FuzzFailure[] = [];
	const endIndex = run.cases ?? Number.MAX_SAFE_INTEGER;
	let index = 0;
	try {
		for (let stops = 0; stops < MAX_STOPS; stops++) {
			const spent = (performance.now() - startedAt) / 1000;
			const seconds = run.seconds === undefined ? undefined : Math.max(0, run.seconds - spent);
			const progressPath = join(folder, `${stops}`);
			const task = { target: name, seed: run.seed, firstIndex: index, endIndex, seconds, progressPath };
			const ended = await runChild(task, run.hangMs ?? HANG_MS);
			if ("report" in ended) {
				failures.push(...ended.report.failures);
				index += ended.report.count;
				break;
			}
			failures.push(await describeStop(name, run, ended));
			index = ended.index + 1;
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	return { count: index, failures, seconds: (performance.now() - startedAt) / 1000 };
}

async function runChild(task: ChildTask, hangMs: number): Promise<{ report: CasesReport } | Stop> {
	const process = spawn(task);
	let last = "";
	let changedAt = performance.now();
	let hung = false;
	const timer = setInterval(async () => {
		const progress = (await readFile(task.progressPath).catch(() => Buffer.alloc(0))).toString("hex");
		if (progress !== last) {
			last = progress;
			changedAt = performance.now();
		} else if (last !== "" && performance.now() - changedAt > hangMs) {
			hung = true;
			process.kill("SIGKILL");
		}
	}, 500);
	try {
		const [output, code] = await Promise.all([new Response(process.stdout).text(), process.exited]);
		if (code === 0) return { report: JSON.parse(output) };
		const index = new Float64Array(Uint8Array.from(Buffer.from(last, "hex")).buffer)[0] ?? task.firstIndex;
		return { index, kind: hung ? "hang" : "crash" };
	} finally {
		clearInterval(timer);
	}
}

async function describeStop(name: string, run: FuzzRun, { index, kind }: Stop): Promise<FuzzFailure> {
	const target = await findTarget(name);
	const found = caseAt(target, run.seed, index);
	const text = "input" in found ? found.input : shapeText(found.shape, 10_000);
	// Shorter than what counts as a hang, because every attempt that hangs costs that much.
	const limitMs = (run.hangMs ?? HANG_MS) / 6;
	const stillStops = async (candidate: string) => (await runOnce(name, candidate, limitMs)) === kind;
	const input = await minimize(text, stillStops, STOP_EFFORT);
	const message = kind === "hang" ? "does not end" : "ends the process";
	return { target: name, seed: run.seed, index, kind, message, input };
}

async function runOnce(target: string, input: string, limitMs: number): Promise<"hang" | "crash" | "passed"> {
	const task = { target, seed: 0, firstIndex: 0, endIndex: 0, seconds: undefined, progressPath: "" };
	const process = spawn({ ...task, readsInput: true }, input);
	let hung = false;
	const timer = setTimeout(() => {
		hung = true;
		process.kill("SIGKILL");
	}, limitMs);
	const code = await process.exited;
	clearTimeout(timer);
	return hung ? "hang" : code === 0 ? "passed" : "crash";
}

function spawn(task: ChildTask, input?: string) {
	return Bun.spawn([process.execPath, child, JSON.stringify(task)], {
		stdin: input === undefined ? "ignore" : Buffer.from(JSON.stringify(input)),
		stdout: "pipe",
		stderr: input === undefined ? "inherit" : "ignore",
	});
}
