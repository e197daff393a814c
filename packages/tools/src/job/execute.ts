import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isSettled, type Job } from "../jobs/job.ts";
import type { JobBoard } from "../jobs/job-board.ts";
import { waitForJob } from "../jobs/wait-for-job.ts";
import type { JobDeps } from "./job.ts";
import { jobReport } from "./report.ts";

export interface JobDetails {
	readonly op: "poll" | "cancel" | "list";
	readonly jobs: readonly JobRow[];
	readonly cancelled?: readonly string[];
}

export interface JobRow extends Pick<Job, "id" | "type" | "status" | "label" | "resultText" | "errorText"> {
	readonly durationMs: number;
}

export interface JobParams {
	readonly poll?: readonly string[];
	readonly any?: boolean;
	readonly cancel?: readonly string[];
	readonly list?: boolean;
	/** A message to the agent is as good as a job that ends. */
	readonly message?: boolean;
	/** How long to wait; 0 until something happens. */
	readonly timeoutMs?: number;
}

export async function executeJob(
	params: JobParams,
	call: ToolCallContext<JobDetails>,
	deps: JobDeps,
): Promise<ToolOutput<JobDetails>> {
	const { board } = deps;
	if (!board) throw new ToolError("Async execution is disabled; no background jobs are available.");
	const cancelled = params.cancel?.length ? await cancel(params.cancel, board, deps) : undefined;
	if (params.list) return list(board, deps, cancelled);
	if (cancelled && !params.poll) return answer("cancel", [], deps, cancelled);
	return poll(params, call, board, deps, cancelled);
}

/** The longest timer there is, where no window was asked for. */
const maxWindowMs = 2 ** 31 - 1;

function resolveWindow(
	timeoutMs: number | undefined,
	window: JobDeps["window"],
	options?: { readonly forAgents: boolean },
): number {
	if (timeoutMs === undefined) return window.begin(options);
	return timeoutMs > 0 ? Math.min(timeoutMs, maxWindowMs) : maxWindowMs;
}

/** No job runs, so there are only messages to wait for; they reach the agent by themselves. */
async function awaitMessage(
	call: ToolCallContext<JobDetails>,
	{ window }: JobDeps,
	interruption: NonNullable<JobDeps["interruption"]>,
	timeoutMs: number | undefined,
): Promise<ToolOutput<JobDetails>> {
	const over = new AbortController();
	const timeout = AbortSignal.timeout(resolveWindow(timeoutMs, window));
	const end = AbortSignal.any([call.signal, timeout]);
	const { promise: ended, resolve } = Promise.withResolvers<"window">();
	const onEnd = () => resolve("window");
	if (end.aborted) onEnd();
	end.addEventListener("abort", onEnd, { once: true });
	try {
		const first = await Promise.race([interruption(over.signal).then(() => "message" as const), ended]);
		return empty(
			"poll",
			first === "message" ? "A message has arrived." : "No job is running, and no message has arrived.",
		);
	} finally {
		end.removeEventListener("abort", onEnd);
		over.abort();
		window.end();
	}
}

interface Cancelled {
	readonly jobs: readonly Job[];
	readonly missing: readonly string[];
}

async function cancel(ids: readonly string[], board: JobBoard, { ownerId }: JobDeps): Promise<Cancelled> {
	board.markSeen(ids.filter((id) => board.find(id, ownerId)));
	const found = await Promise.all(ids.map((id) => board.cancel(id, ownerId)));
	return { jobs: found.filter((job) => job !== undefined), missing: ids.filter((_, index) => !found[index]) };
}

function list(board: JobBoard, deps: JobDeps, cancelled: Cancelled | undefined): ToolOutput<JobDetails> {
	const jobs = board.list(deps.ownerId);
	board.markSeen(jobs.filter(isSettled).map(({ id }) => id));
	if (jobs.length === 0 && !cancelled) return empty("list", "No background jobs.");
	return answer("list", jobs, deps, cancelled);
}

async function poll(
	{ poll: ids = [], any: untilOne = false, message: orMessage = false, timeoutMs }: JobParams,
	call: ToolCallContext<JobDetails>,
	board: JobBoard,
	deps: JobDeps,
	cancelled: Cancelled | undefined,
): Promise<ToolOutput<JobDetails>> {
	const { ownerId, window, interruption } = deps;
	const ownerJobs = board.list(ownerId);
	// A process that is kept running ends only when it is meant to.
	const awaited = ownerJobs.filter((job) => !isSettled(job) && job.type !== "process");
	const watched = ids.length > 0 ? ownerJobs.filter(({ id }) => ids.includes(id)) : awaited;
	if (watched.length === 0) {
		if (ids.length > 0) return empty("poll", `No matching jobs found for IDs: ${ids.join(", ")}`);
		if (orMessage && interruption) return awaitMessage(call, deps, interruption, timeoutMs);
		return cancelled ? answer("cancel", [], deps, cancelled) : empty("poll", "No running background jobs to wait for.");
	}
	const watchedIds = watched.map(({ id }) => id);
	using _watch = board.watch(watchedIds);
	const over = new AbortController();
	const startedAt = deps.now();
	try {
		const jobs = await waitForJob(board, {
			ownerId,
			ids: watchedIds,
			untilOne,
			windowMs: resolveWindow(timeoutMs, window, { forAgents: watched.some(({ type }) => type === "task") }),
			signal: call.signal,
			...(interruption && { interruption: interruption(over.signal) }),
			onTick: (now) => call.onProgress(answer("poll", now, deps, cancelled)),
		});
		board.markSeen(jobs.filter(isSettled).map(({ id }) => id));
		return answer("poll", jobs, deps, cancelled, deps.now() - startedAt);
	} finally {
		over.abort();
		window.end();
	}
}

function answer(
	op: JobDetails["op"],
	jobs: readonly Job[],
	{ now }: JobDeps,
	cancelled: Cancelled | undefined,
	waitedMs?: number,
): ToolOutput<JobDetails> {
	const rows = [...jobs, ...(cancelled?.jobs ?? []).filter((job) => !jobs.includes(job))].map((job) =>
		buildRow(job, now()),
	);
	const saysNothing = jobs.length > 0 && jobs.every((job) => !isSettled(job) && !job.progress) && !cancelled;
	const ended = { cancelled: cancelled?.jobs ?? [], missing: cancelled?.missing ?? [] };
	return {
		content: jobReport({ jobs, ...ended, ...(waitedMs !== undefined && { waitedMs }) }),
		details: { op, jobs: rows, ...(cancelled && { cancelled: cancelled.jobs.map(({ id }) => id) }) },
		...(saysNothing && { useless: true }),
	};
}

function empty(op: JobDetails["op"], content: string): ToolOutput<JobDetails> {
	return { content, details: { op, jobs: [] } };
}

function buildRow(job: Job, now: number): JobRow {
	const { id, type, status, label, resultText, errorText, startedAt, settledAt = now } = job;
	return {
		id,
		type,
		status,
		label,
		durationMs: settledAt - startedAt,
		...(resultText !== undefined && { resultText }),
		...(errorText !== undefined && { errorText }),
	};
}
