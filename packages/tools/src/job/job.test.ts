import { expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Job } from "../jobs/job.ts";
import { JobBoard, type JobOutcome } from "../jobs/job-board.ts";
import { type PollWait, PollWindow } from "../jobs/poll-window.ts";
import { jobTool } from "./job.ts";

function jobs(options: { wait?: PollWait; interruption?: () => Promise<unknown> } = {}) {
	let now = 0;
	const told: Job[] = [];
	const reports = new Map<string, (progress: string) => void>();
	const board = new JobBoard({ now: () => now, onResult: (job) => told.push(job) });
	const window = new PollWindow(
		() => options.wait ?? "5s",
		() => now,
	);
	const { interruption } = options;
	const tool = jobTool({ board, ownerId: "main", window, now: () => now, ...(interruption && { interruption }) });
	/** Starts a job that ends when it is told to. */
	const start = (label: string, ownerId = "main") => {
		const { promise, resolve } = Promise.withResolvers<JobOutcome>();
		const job = board.start({
			type: "bash",
			label,
			ownerId,
			run({ signal, report }) {
				reports.set(label, report);
				signal.addEventListener("abort", () => resolve({ text: "stopped", isError: true }));
				return promise;
			},
		});
		return { id: job.id, end: (text: string, isError = false) => resolve({ text, isError }) };
	};
	const pass = (ms: number) => {
		now += ms;
	};
	const print = (label: string, text: string) => reports.get(label)?.(text);
	return { board, tool, told, print, start, pass, run: (params: object) => runTool(tool, params) };
}

verifies("tools-exec:job:poll-cancel-list", async () => {
	const message = Promise.withResolvers<void>();
	const { board, run, start, pass } = jobs({ interruption: () => message.promise });
	const [a, b] = [start("make all"), start("sleep 60")];
	expect((await run({ list: true })).content).toBe(
		"## Still Running (2)\n- `bg_1` [bash] — make all\n- `bg_2` [bash] — sleep 60",
	);
	const waiting = run({ poll: [] });
	pass(1500);
	a.end("built\n\n\nWall time: 1.50 seconds");
	await until(() => board.find(a.id, "main")?.status === "completed");
	message.resolve();
	expect(await waiting).toEqual({
		content:
			"## Completed (1)\n### bg_1 [bash] — completed\nLabel: make all\n```\nbuilt\n\n\nWall time: 1.50 seconds\n```\n\n## Still Running (1)\n- `bg_2` [bash] — sleep 60",
		details: {
			op: "poll",
			jobs: [
				{
					id: "bg_1",
					type: "bash",
					status: "completed",
					label: "make all",
					durationMs: 1500,
					resultText: "built\n\n\nWall time: 1.50 seconds",
				},
				{ id: "bg_2", type: "bash", status: "running", label: "sleep 60", durationMs: 1500 },
			],
		},
	});
	const cancelled = await run({ cancel: [b.id, "nope"] });
	expect(cancelled.content).toBe("## Cancelled (1)\n- `bg_2` [bash] — sleep 60\n\nBackground job not found: nope");
	expect(cancelled.details?.cancelled).toEqual(["bg_2"]);
	const c = start("false");
	c.end("oh ``` no", true);
	expect((await run({ poll: [c.id] })).content).toBe(
		"## Completed (1)\n### bg_3 [bash] — failed\nLabel: false\n````\noh ``` no\n````",
	);
});

test("what a running job has printed is shown, and how long was waited", async () => {
	const { run, start, pass, print } = jobs({ interruption: async () => {} });
	start("server");
	print("server", "listening\n");
	const waiting = run({ poll: [] });
	pass(5000);
	expect((await waiting).content).toBe(
		"## Still Running (1)\n- `bg_1` [bash] — server\nOutput so far:\n```\nlistening\n```\n\nWaited 5 s; none has ended yet. Poll again to wait longer, or go on: results arrive by themselves.",
	);
	const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
	print("server", lines.join("\n"));
	expect((await run({ list: true })).content).toBe(
		`## Still Running (1)\n- \`bg_1\` [bash] — server\nLast 15 lines so far:\n\`\`\`\n${lines.slice(5).join("\n")}\n\`\`\``,
	);
});

verifies("tools-exec:job:not-found", async () => {
	const { run, start } = jobs();
	expect((await run({})).content).toBe("No running background jobs to wait for.");
	expect((await run({ poll: ["nope", "no"] })).content).toBe("No matching jobs found for IDs: nope, no");
	start("of somebody else", "other");
	expect((await run({ poll: ["bg_1"] })).content).toBe("No matching jobs found for IDs: bg_1");
	expect((await run({ cancel: ["bg_1"] })).content).toBe("Background job not found: bg_1");
	expect((await run({ list: true })).content).toBe("No background jobs.");
});

verifies("tools-exec:job:useless-when-running", async () => {
	const { tool, start } = jobs({ interruption: () => Promise.resolve() });
	start("slow");
	expect((await runTool(tool, { poll: [] })).useless).toBe(true);
	expect((await runTool(tool, { list: true })).useless).toBe(true);
});

verifies("tools-exec:job:disabled", async () => {
	const window = new PollWindow(
		() => "smart",
		() => 0,
	);
	const tool = jobTool({ ownerId: "main", window, now: () => 0 });
	await expect(runTool(tool, {})).rejects.toThrow("Async execution is disabled; no background jobs are available.");
});

verifies("tools-exec:job:poll-window", async () => {
	let now = 0;
	const steps = (wait: PollWait, pauses: readonly number[]) => {
		const window = new PollWindow(
			() => wait,
			() => now,
		);
		return pauses.map((pauseMs) => {
			now += pauseMs;
			const windowMs = window.begin();
			now += windowMs;
			window.end();
			return windowMs / 1000;
		});
	};
	expect(steps("smart", [0, 0, 59_000, 0, 0, 0, 61_000])).toEqual([5, 10, 30, 60, 300, 300, 5]);
	expect((["5s", "10s", "30s", "1m", "5m"] as const).flatMap((wait) => steps(wait, [0]))).toEqual([5, 10, 30, 60, 300]);

	const agents = new PollWindow(
		() => "smart",
		() => now,
	);
	const windows = [true, true, false].map((forAgents) => {
		const windowMs = agents.begin({ forAgents });
		agents.end();
		return windowMs;
	});
	expect(windows).toEqual([60_000, 300_000, 300_000]);

	const peer = Promise.withResolvers<void>();
	const { tool, start } = jobs({ wait: "5m", interruption: () => peer.promise });
	start("slow");
	const controller = new AbortController();
	const aborted = runTool(tool, {}, { signal: controller.signal });
	controller.abort();
	expect((await aborted).content).toStartWith("## Still Running (1)");
	const seen: unknown[] = [];
	const waiting = runTool(tool, {}, { onProgress: ({ content }) => seen.push(content) });
	await until(() => seen.length > 0);
	peer.resolve();
	expect((await waiting).content).toStartWith(seen[0] as string);
});

test("a result that was read by waiting is not announced as well", async () => {
	const { run, start, told } = jobs();
	const [a, b] = [start("a"), start("b")];
	const waiting = run({ poll: [a.id] });
	a.end("a");
	b.end("b");
	await waiting;
	await until(() => told.length > 0);
	expect(told.map(({ id }) => id)).toEqual(["bg_2"]);
});

test("schema and prompt", () => {
	const { name, prompt, parameters } = jobs().tool;
	expect({ name, prompt, parameters }).toMatchSnapshot();
	expect(prompt.length + JSON.stringify(parameters).length).toBeLessThan(900);
});
