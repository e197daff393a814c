import type { Cell } from "../kernels/cell.ts";
import type { EvalHost } from "../kernels/host-bridge.ts";
import { watchMemory } from "../kernels/memory-guard.ts";
import type { CellEnd, Kernel } from "../kernels/process/kernel.ts";
import type { Runtimes, TakenKernel } from "../kernels/runtimes.ts";
import type { CapturedOutput } from "./captured-output.ts";
import { CellClock } from "./cell-clock.ts";

export interface CellOptions {
	readonly place: { readonly sessionId: string; readonly cwd: string };
	readonly seconds: number | undefined;
	readonly signal: AbortSignal;
	readonly host: EvalHost;
	/** A fresh record for every attempt. */
	readonly newOutput: () => CapturedOutput;
}

export interface CellOutcome {
	readonly output: CapturedOutput;
	readonly ok: boolean;
	/** What the model should know about the kernel. */
	readonly note?: string;
}

/** Runs a cell in its kernel. A Python that dies on the way is replaced, and the cell tried once more. */
export async function runCell(cell: Cell, runtimes: Runtimes, options: CellOptions): Promise<CellOutcome> {
	const first = await attempt(cell, runtimes, options);
	const hasDied = first.end.kind === "died" && !first.wasStopped;
	if (!hasDied || cell.language === "js") return buildOutcome(cell, first, options);
	return buildOutcome(cell, await attempt({ ...cell, reset: false }, runtimes, options), options);
}

interface Attempt {
	readonly output: CapturedOutput;
	readonly end: CellEnd;
	/** Time was up, or the user had enough. */
	readonly wasStopped: boolean;
	readonly tookTooMuch: boolean;
	readonly timedOut: boolean;
}

async function attempt(cell: Cell, runtimes: Runtimes, options: CellOptions): Promise<Attempt> {
	const taken = await runtimes.take(cell, options.place);
	const output = options.newOutput();
	const stop = Promise.withResolvers<"stop">();
	const onAbort = () => stop.resolve("stop");
	using clock = new CellClock(options.seconds, onAbort);
	let tookTooMuch = false;
	using _guard = watchMemory(taken.kernel.pid, runtimes.maxMemoryBytes, () => {
		tookTooMuch = true;
		stop.resolve("stop");
	});
	const { host, signal, place } = options;
	using _served = runtimes.bridge.serve(taken.key, {
		host,
		signal,
		pause: () => clock.pause(),
		resume: () => clock.resume(),
	});
	signal.addEventListener("abort", onAbort, { once: true });
	if (signal.aborted) onAbort();
	const running = taken.kernel.run({
		code: cell.code,
		cwd: place.cwd,
		onFrame: (frame) => output.addFrame(frame),
		onText: (text) => output.addText(text),
	});
	try {
		const first = await Promise.race([running, stop.promise]);
		const canInterrupt = taken.kernel.canInterrupt && !tookTooMuch;
		const end = first === "stop" ? await stopCell(taken, running, runtimes, { canInterrupt }) : first;
		if (end.kind === "died") await runtimes.drop(taken.key);
		return { output, end, wasStopped: first === "stop", tookTooMuch, timedOut: clock.isOver };
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}

/** Interrupts the cell where that is possible; a kernel that does not listen is killed. */
async function stopCell(
	{ kernel, key }: TakenKernel,
	running: Promise<CellEnd>,
	runtimes: Runtimes,
	{ canInterrupt }: { canInterrupt: boolean },
): Promise<CellEnd> {
	if (canInterrupt) {
		const end = await interrupted(kernel, running, runtimes.interruptGraceMs);
		if (end) return end;
	}
	await runtimes.drop(key);
	return running;
}

async function interrupted(kernel: Kernel, running: Promise<CellEnd>, graceMs: number): Promise<CellEnd | undefined> {
	kernel.interrupt();
	let timer: Timer | undefined;
	const tooLong = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), graceMs);
	});
	return Promise.race([running, tooLong]).finally(() => clearTimeout(timer));
}

function buildOutcome(cell: Cell, attempt: Attempt, options: CellOptions): CellOutcome {
	const { output, end } = attempt;
	const ok = end.kind === "done" && end.status === "ok";
	const note = noteOn(cell, attempt, options);
	return { output, ok, ...(note !== undefined && { note }) };
}

function noteOn(cell: Cell, { end, tookTooMuch, timedOut }: Attempt, { seconds }: CellOptions): string | undefined {
	if (tookTooMuch && end.kind === "died") return deathNote(cell, "was killed because it took too much memory");
	if (timedOut) return timeoutNote(cell, end, seconds);
	if (end.kind !== "died") return undefined;
	return deathNote(cell, end.exitCode === null ? "was killed" : `ended with code ${end.exitCode}`);
}

function timeoutNote({ language }: Cell, end: CellEnd, seconds: number | undefined): string {
	if (language === "js") {
		return `Command timed out after ${seconds} seconds. The JS worker was force-killed and its VM state was reset; variables from earlier cells are gone.`;
	}
	return end.kind === "done"
		? `[eval cell timed out after ${seconds}s; kernel interrupted but remains running. Reset the kernel via { reset: true } if state appears corrupted.]`
		: "[eval cell timed out and the kernel was unresponsive to interrupt; the kernel has been killed and will be recreated on the next call.]";
}

function deathNote({ language }: Cell, how: string): string {
	const what = language === "js" ? "JS worker" : "Python kernel";
	return `[the ${what} ${how} while the cell ran; it will be recreated on the next call, without the variables of earlier cells.]`;
}
