import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sleep as abortableSleep } from "@oh-my-pi/pi-utils/abort";
import { fenced } from "../output/outside-content.ts";
import { GhError, runGit } from "./api/github-cli.ts";
import { parseRepo } from "./api/repository.ts";
import type { GithubDetails } from "./github.ts";
import type { GithubOutput, GithubWork } from "./github-call.ts";
import { hasFailed, isFinished, parseRun, reportRuns, type WatchedJob, type WatchedRun } from "./run-report.ts";

const quickPollMs = 3000;
const quickForMs = 60_000;
const slowPollMs = 15_000;
const noRunsMs = 90_000;
const settleMs = 5000;
const maxRateLimits = 5;

/** Waits until the runs have ended, or a job has failed; then brings the end of its log. */
export async function watchRuns(work: GithubWork): Promise<GithubOutput> {
	const { call, deps } = work;
	const target = await findTarget(work);
	const wait = (ms: number) => (deps.sleep ?? pause)(ms, call.signal);
	// Counted in waits, so that a machine that sleeps does not give up.
	let waitedMs = 0;
	let rateLimits = 0;
	let lastGood: string | undefined;
	for (;;) {
		const runs = await look(work, target).catch((error: unknown) => {
			if (!(error instanceof GhError && error.isRateLimit) || ++rateLimits > maxRateLimits) throw error;
			return undefined;
		});
		if (runs) {
			rateLimits = 0;
			const details = buildDetails(runs, target);
			if (runs.length > 0) call.onProgress({ content: reportRuns(runs), details });
			if (runs.some((run) => hasFailed(run) || run.jobs.some(hasFailed))) {
				await wait(settleMs);
				return failure(work, target, await look(work, target).catch(() => runs));
			}
			if (runs.length > 0 && runs.every(isFinished)) {
				// A workflow that another one starts appears a moment later.
				const state = JSON.stringify(runs);
				if (state === lastGood) return { content: `${reportRuns(runs)}\n\nAll runs succeeded.`, details };
				lastGood = state;
			} else lastGood = undefined;
			if (runs.length === 0 && waitedMs >= noRunsMs) {
				throw new ToolError(`No workflow runs for ${target.what} after ${noRunsMs / 1000} seconds`);
			}
		}
		const ms = waitedMs < quickForMs ? quickPollMs : slowPollMs;
		await wait(ms);
		waitedMs += ms;
	}
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
	return abortableSleep(ms, { signal });
}

interface WatchTarget {
	readonly repo: string;
	readonly runId?: string;
	readonly branch?: string;
	readonly headSha?: string;
	/** For messages. */
	readonly what: string;
}

async function findTarget(work: GithubWork): Promise<WatchTarget> {
	const { params, here, api } = work;
	const { run } = params;
	if (run !== undefined && run.trim() !== "") {
		const [, place, inAddress] = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/actions\/runs\/(\d+)/.exec(run.trim()) ?? [];
		const runId = inAddress ?? /^\d+$/.exec(run.trim())?.[0];
		if (runId === undefined) throw new ToolError(`run is not an id or address of a workflow run: ${run}`);
		const repo = place === undefined ? await work.repo() : parseRepo(place, here.env);
		return { repo, runId, what: `run ${runId}` };
	}
	const repo = await work.repo();
	const current = async () =>
		(await runGit(["symbolic-ref", "--quiet", "--short", "HEAD"], here).catch(() => "")).trim();
	const branch = params.branch?.trim() || (params.repo === undefined ? await current() : "");
	if (branch === "") throw new ToolError("No branch is checked out here. Pass branch or run");
	const commit = await api.json(`repos/${repo}/commits/${encodeURIComponent(branch)}`);
	const headSha = commit.text("sha");
	if (headSha === undefined) throw new ToolError(`GitHub knows no branch ${branch} in ${repo}`);
	return { repo, branch, headSha, what: `${branch} (${headSha.slice(0, 10)})` };
}

async function look({ api }: GithubWork, { repo, runId, headSha }: WatchTarget): Promise<readonly WatchedRun[]> {
	const runs =
		runId === undefined
			? (await api.json(`repos/${repo}/actions/runs`, { head_sha: headSha, per_page: 50 })).list("workflow_runs")
			: [await api.json(`repos/${repo}/actions/runs/${runId}`)];
	return Promise.all(
		runs.map(async (run) => {
			const jobs = await api.json(`repos/${repo}/actions/runs/${run.number("id")}/jobs`, { per_page: 100 });
			return parseRun(run, jobs.list("jobs"));
		}),
	);
}

async function failure(work: GithubWork, target: WatchTarget, runs: readonly WatchedRun[]): Promise<GithubOutput> {
	const tail = Math.min(Math.max(1, Math.floor(work.params.tail ?? 15)), 200);
	const failed = runs.flatMap((run) => run.jobs.filter(hasFailed));
	const logs = await Promise.all(failed.map(async (job) => ({ job, log: await fetchLog(work, target, job) })));
	const parts = logs.map(({ job, log }) => {
		const lines = log.trimEnd().split("\n");
		return [`## ${job.name}`, "", ...lines.slice(-tail)].join("\n");
	});
	const whole = logs.map(({ job, log }) => `## ${job.name} (job ${job.id})\n\n${log}`).join("\n\n");
	const artifactId = logs.length > 0 ? saved(work, whole) : undefined;
	const url = runs.find(hasFailed)?.url || runs[0]?.url || "";
	const content = [
		reportRuns(runs),
		...(parts.length > 0 ? ["", `Last ${tail} lines of each failed job:`, fenced(parts.join("\n\n"), url)] : []),
		...(artifactId === undefined ? [] : ["", `Full failed-job logs: artifact://${artifactId}`]),
	].join("\n");
	return {
		content,
		details: { ...buildDetails(runs, target), ...(artifactId !== undefined && { artifactId }) },
		isError: true,
	};
}

async function fetchLog({ api }: GithubWork, { repo }: WatchTarget, { id }: WatchedJob): Promise<string> {
	try {
		const text = await api.text(`repos/${repo}/actions/jobs/${id}/logs`);
		// Each line begins with a time that nobody needs.
		return text.replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /gm, "");
	} catch (error) {
		return `(the log could not be read: ${error instanceof Error ? error.message.split("\n")[0] : error})`;
	}
}

function saved({ deps }: GithubWork, text: string): string | undefined {
	try {
		return deps.output.artifacts?.save("github", text).id;
	} catch {
		// Without the artifact the answer is only shorter.
		return undefined;
	}
}

function buildDetails(runs: readonly WatchedRun[], { repo, branch, headSha }: WatchTarget): GithubDetails {
	const [only] = runs;
	const failedJobs = runs.flatMap((run) => run.jobs.filter(hasFailed).map(({ name }) => name));
	const isDone = runs.length > 0 && runs.every(isFinished);
	return {
		repo,
		...(branch !== undefined && { branch }),
		...(headSha !== undefined && { headSha }),
		...(runs.length === 1 && only && { runId: only.id }),
		runIds: runs.map(({ id }) => id),
		status: isDone ? "completed" : "in_progress",
		...((isDone || failedJobs.length > 0) && {
			conclusion: failedJobs.length > 0 || runs.some(hasFailed) ? "failure" : "success",
		}),
		...(failedJobs.length > 0 && { failedJobs }),
		watch: runs,
		...(only?.url && { meta: { source: { type: "url", value: only.url } } }),
	};
}
