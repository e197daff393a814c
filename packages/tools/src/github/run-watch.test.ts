import { expect } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { withoutMarks } from "@oh-my-pi/pi-testkit/terminal/without-marks";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { githubTool } from "./github.ts";
import { jobAnswer, runAnswer } from "./testing/api-answers.ts";
import { githubCheckout } from "./testing/github-checkout.ts";

const needsGh = requires("gh", "git");
const verifies = (id: string, run: () => Promise<void>) => needsGh(verificationName(id), run, 60_000);

verifies("tools-code-web:github:run-watch", async () => {
	await using at = await githubCheckout();
	const { server, run, waits, saved } = at;
	const sha = "a".repeat(40);
	server.routes["GET /repos/acme/tools/commits/main"] = { sha };
	let look = 0;
	const states: ReadonlyArray<() => object | number> = [
		() => ({ workflow_runs: [] }),
		() => 403,
		() => ({ workflow_runs: [runAnswer(1, "in_progress"), runAnswer(2, "queued")] }),
		() => ({ workflow_runs: [runAnswer(1, "in_progress"), runAnswer(2, "in_progress")] }),
	];
	server.routes["GET /repos/acme/tools/actions/runs"] = () => states[Math.min(look++, 3)]?.() ?? 404;
	server.routes["GET /repos/acme/tools/actions/runs/1/jobs"] = () => ({
		jobs: [jobAnswer(11, "test", look < 4 ? "in_progress" : "completed", look < 4 ? null : "failure")],
	});
	server.routes["GET /repos/acme/tools/actions/runs/2/jobs"] = { jobs: [jobAnswer(12, "lint", "in_progress")] };
	server.routes["GET /repos/acme/tools/actions/jobs/11/logs"] = () =>
		new Response(Array.from({ length: 100 }, (_, line) => `2026-01-01T00:00:00.0000000Z line ${line + 1}\n`).join(""));
	const shown: string[] = [];
	const failed = await runTool(
		githubTool(at.deps),
		{ op: "run_watch", tail: 2 },
		{
			onProgress: ({ content }) => void shown.push(String(content)),
		},
	);
	expect(shown[0]).toContain(
		"# CI (run 1): in_progress\nhttps://github.com/acme/tools/actions/runs/1\n- test: in_progress (Run tests)",
	);
	expect(String(failed.content)).toContain("- test: failure (Run tests)");
	expect(withoutMarks(failed.content)).toContain(
		"## test\n\nline 99\nline 100\n</outside-content>\n\nFull failed-job logs: artifact://9",
	);
	expect(saved[0]).toContain("line 1\n");
	expect(failed.isError).toBe(true);
	expect(failed.details).toMatchObject({
		artifactId: "9",
		repo: "acme/tools",
		branch: "main",
		headSha: sha,
		runIds: [1, 2],
		conclusion: "failure",
		failedJobs: ["test"],
	});
	expect(waits).toEqual([3000, 3000, 3000, 5000]);

	// One run by its id: a success is looked at twice.
	waits.length = 0;
	server.routes["GET /repos/acme/tools/actions/runs/3"] = runAnswer(3, "completed", "success");
	server.routes["GET /repos/acme/tools/actions/runs/3/jobs"] = {
		jobs: [jobAnswer(13, "test", "completed", "success")],
	};
	const good = await run({ op: "run_watch", run: "https://github.com/acme/tools/actions/runs/3" });
	expect(String(good.content)).toEndWith("All runs succeeded.");
	expect([good.isError, good.details?.runId, good.details?.conclusion]).toEqual([undefined, 3, "success"]);
	expect(waits).toEqual([3000]);

	// None at all: quickly for a minute, then slowly, then no more.
	waits.length = 0;
	server.routes["GET /repos/acme/tools/actions/runs"] = { workflow_runs: [] };
	await expect(run({ op: "run_watch", branch: "main" })).rejects.toThrow(
		"No workflow runs for main (aaaaaaaaaa) after 90 seconds",
	);
	expect([...new Set(waits)]).toEqual([3000, 15_000]);

	// The limit of requests is waited out, but not for ever.
	server.routes["GET /repos/acme/tools/actions/runs"] = 403;
	await expect(run({ op: "run_watch", branch: "main" })).rejects.toThrow("rate limit");
	const stop = new AbortController();
	server.routes["GET /repos/acme/tools/actions/runs"] = { workflow_runs: [runAnswer(1, "in_progress")] };
	const watching = runTool(
		githubTool({ ...at.deps, sleep: (ms, signal) => sleep(ms, { signal }) }),
		{ op: "run_watch", branch: "main" },
		{
			signal: stop.signal,
			onProgress: () => stop.abort(),
		},
	);
	await expect(watching).rejects.toThrow();
});
