import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Job } from "./job.ts";
import { JobBoard, type JobOutcome, JobsFullError } from "./job-board.ts";
import { jobNotice } from "./job-notice.ts";

const minute = 60_000;
const done = (text: string): Promise<JobOutcome> => Promise.resolve({ text, isError: false });
const bash = (run: (signal: AbortSignal) => Promise<JobOutcome>) => ({
	type: "bash" as const,
	label: "x",
	ownerId: "main",
	run: ({ signal }: { signal: AbortSignal }) => run(signal),
});
const untilAborted = (signal: AbortSignal) =>
	new Promise<JobOutcome>((resolve) =>
		signal.addEventListener("abort", () => resolve({ text: "cut", isError: true }), { once: true }),
	);

verifies("agents:jobs:kept-after-settling", async () => {
	let now = 0;
	const told: Job[] = [];
	const board = new JobBoard({ now: () => now, onResult: (job) => told.push(job) });
	board.start(bash(() => done("fine")));
	await until(() => told.length === 1);
	expect(told).toEqual([
		{
			id: "bg_1",
			type: "bash",
			label: "x",
			ownerId: "main",
			status: "completed",
			startedAt: 0,
			settledAt: 0,
			resultText: "fine",
		},
	]);
	now = 5 * minute;
	expect(board.list("main")).toEqual(told);
	now = 5 * minute + 1;
	expect(board.list("main")).toEqual([]);
});

test("while somebody watches nothing is announced; afterwards it is, unless it was seen", async () => {
	const told: string[] = [];
	const board = new JobBoard({ now: () => 0, onResult: ({ id }) => told.push(id) });
	for (let count = 0; count < 2; count++) board.start(bash(() => done("")));
	const watch = board.watch(["bg_1", "bg_2"]);
	await until(() => board.list("main").every(({ status }) => status === "completed"));
	expect(told).toEqual([]);
	board.markSeen(["bg_1"]);
	watch[Symbol.dispose]();
	expect(told).toEqual(["bg_2"]);
});

test("a result that was announced and then read is known to be read", async () => {
	const told: Array<() => boolean> = [];
	const board = new JobBoard({ now: () => 0, onResult: (_job, isRead) => told.push(isRead) });
	board.start(bash(() => done("fine")));
	await until(() => told.length === 1);
	expect(told[0]?.()).toBe(false);
	board.markSeen(["bg_1"]);
	expect(told[0]?.()).toBe(true);
});

test("work that throws is a failed job", async () => {
	const board = new JobBoard({ now: () => 0 });
	board.start(bash(() => Promise.reject(new Error("no such thing"))));
	const failed = await until(() => board.list("main").find(({ status }) => status === "failed"));
	expect(failed.errorText).toBe("no such thing");
});

verifies("agents:jobs:max", async () => {
	const board = new JobBoard({ now: () => 0, maxJobs: 2 });
	board.start(bash(untilAborted));
	board.start(bash(untilAborted));
	expect(() => board.start(bash(untilAborted))).toThrow(JobsFullError);
	expect((await board.cancel("bg_1", "main"))?.status).toBe("cancelled");
	expect(board.start(bash(() => done(""))).id).toBe("bg_3");
});

test("a job that waits for its turn does not count, and says so until it begins", async () => {
	const board = new JobBoard({ now: () => 0, maxJobs: 1 });
	board.start(bash(untilAborted));
	let begin = () => {};
	const queued = board.start({
		type: "task",
		id: "Alpha",
		label: "x",
		ownerId: "main",
		isQueued: true,
		run(controls) {
			begin = controls.begin;
			return untilAborted(controls.signal);
		},
	});
	expect(queued).toMatchObject({ status: "running", queued: true });
	begin();
	expect(board.find("Alpha", "main")).not.toHaveProperty("queued");
	await board.endAll();
});

test("what runs is ended with the board, without a word", async () => {
	const told: string[] = [];
	const board = new JobBoard({ now: () => 0, onResult: ({ id }) => told.push(id) });
	const ended: string[] = [];
	board.start(bash((signal) => untilAborted(signal).finally(() => ended.push("bash"))));
	await board[Symbol.asyncDispose]();
	expect([ended, told]).toEqual([["bash"], []]);
});

test("a notice says what has become of each job", () => {
	const job = { type: "bash", ownerId: "main", label: "make", startedAt: 1000, settledAt: 3500 } as const;
	const notice = jobNotice([
		{ ...job, id: "bg_1", status: "completed", resultText: "built\n" },
		{ ...job, id: "bg_2", status: "failed", errorText: "broken\n\nCommand exited with code 2" },
		{ ...job, id: "bg_3", status: "cancelled", errorText: "" },
	]);
	expect(notice).toEqual({
		text: `<system-notice>
Background job bg_1 has completed. Resume your work using the result below.
built

Background job bg_2 has failed. Resume your work using the result below.
broken

Command exited with code 2

Background job bg_3 has been cancelled. Resume your work using the result below.

</system-notice>`,
		details: {
			jobs: (["completed", "failed", "cancelled"] as const).map((status, index) => ({
				jobId: `bg_${index + 1}`,
				type: "bash",
				status,
				label: "make",
				durationMs: 2500,
			})),
		},
	});
});
