import { contentBlocks, type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type JobBoard, type JobControls, JobsFullError } from "../jobs/job-board.ts";
import type { PreparedCommand } from "./execute.ts";
import { type BashDetails, limitDetails } from "./result.ts";

/** What commands need to go on in the background. */
export interface AsyncPorts {
	/** Absent where a session has no jobs. */
	readonly board?: JobBoard;
	readonly ownerId: string;
	/** Said once, with the first command in the background: what there is for servers. */
	hint?(): string | undefined;
	/** Commands that take long move to the background by themselves. */
	readonly background?: {
		readonly thresholdMs: number;
		/** Settles when the user says something, so that the agent can listen. */
		readonly interruption?: (signal: AbortSignal) => Promise<unknown>;
	};
}

/** Starts a command in the background and answers at once. */
export function runAsJob(prepared: PreparedCommand, ports: AsyncPorts | undefined): ToolOutput<BashDetails> {
	const board = ports?.board;
	if (!ports || !board) throw new ToolError("Background job manager unavailable for this session.");
	try {
		const { label } = prepared;
		const job = board.start({
			type: "bash",
			label,
			ownerId: ports.ownerId,
			run: (controls) => runInJob(prepared, controls, controls.report).then(summarizeOutput),
		});
		return backgrounded(job.id, prepared, ports.hint?.());
	} catch (error) {
		throw error instanceof JobsFullError ? new ToolError(error.message) : error;
	}
}

/** Runs a command as a job and waits for it; one that takes longer goes on in the background. */
export async function runAsJobIfSlow(
	prepared: PreparedCommand,
	call: ToolCallContext<BashDetails>,
	ports: AsyncPorts,
	background: NonNullable<AsyncPorts["background"]>,
): Promise<ToolOutput<BashDetails>> {
	const { board, ownerId } = ports;
	const onUpdate = (text: string) => call.onProgress({ content: text, details: {} });
	if (!board) return prepared.run({ signal: call.signal, onUpdate });
	let isWaiting = true;
	const result = Promise.withResolvers<ToolOutput<BashDetails>>();
	// Whoever waits hears of a failure; afterwards it is the job's.
	result.promise.catch(() => {});
	const start = () =>
		board.start({
			type: "bash",
			label: prepared.label,
			ownerId,
			run(controls) {
				const report = (text: string) => {
					controls.report(text);
					if (isWaiting) onUpdate(text);
				};
				const running = runInJob(prepared, controls, report);
				running.then(result.resolve, result.reject);
				return running.then(summarizeOutput);
			},
		});
	const job = startUnlessFull(start);
	if (!job) return prepared.run({ signal: call.signal, onUpdate });
	using _watch = board.watch([job.id]);
	const cancel = () => void board.cancel(job.id, ownerId);
	call.signal.addEventListener("abort", cancel, { once: true });
	const over = new AbortController();
	const ended = result.promise.then(
		() => true,
		() => true,
	);
	const interruption = background.interruption?.(over.signal).then(() => false) ?? new Promise<never>(() => {});
	const patience = timer(patienceMs(prepared, background.thresholdMs));
	try {
		const isOver = await Promise.race([ended, patience.promise.then(() => false), interruption]);
		if (!isOver) return backgrounded(job.id, prepared);
		board.markSeen([job.id]);
		return await result.promise;
	} finally {
		isWaiting = false;
		over.abort();
		patience.cancel();
		call.signal.removeEventListener("abort", cancel);
	}
}

function runInJob(prepared: PreparedCommand, { signal }: JobControls, onUpdate: (text: string) => void) {
	return prepared.run({ signal, onUpdate });
}

function summarizeOutput(output: ToolOutput<BashDetails>): { text: string; isError: boolean } {
	const texts = contentBlocks(output.content).map((block) => (block.type === "text" ? block.text : ""));
	return { text: texts.join(""), isError: output.isError ?? false };
}

function backgrounded(jobId: string, { limit }: PreparedCommand, hint?: string): ToolOutput<BashDetails> {
	const started = `Backgrounded as job ${jobId}; result will be delivered automatically.`;
	return {
		content: hint === undefined ? started : `${started}\n${hint}`,
		details: { ...limitDetails(limit), async: { state: "running", jobId, type: "bash" } },
	};
}

/** A second before its time is up at the latest. */
function patienceMs({ limit }: PreparedCommand, thresholdMs: number): number {
	return limit.seconds === undefined ? thresholdMs : Math.max(0, Math.min(thresholdMs, limit.seconds * 1000 - 1000));
}

function timer(delayMs: number): { promise: Promise<void>; cancel: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	const running = setTimeout(resolve, delayMs);
	return { promise, cancel: () => clearTimeout(running) };
}

function startUnlessFull<T>(start: () => T): T | undefined {
	try {
		return start();
	} catch (error) {
		if (error instanceof JobsFullError) return undefined;
		throw error;
	}
}
