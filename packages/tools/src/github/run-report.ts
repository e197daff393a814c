import type { JsonReader } from "../web/sites/handler/json-reader.ts";
import { oneLine } from "../web/sites/handler/markdown-text.ts";

export interface WatchedJob {
	readonly id: number;
	readonly name: string;
	readonly status: string;
	readonly conclusion: string | undefined;
	/** The step under way, or that failed. */
	readonly step?: string;
}

export interface WatchedRun {
	readonly id: number;
	readonly name: string;
	readonly url: string;
	readonly status: string;
	readonly conclusion: string | undefined;
	readonly branch: string | undefined;
	readonly headSha: string | undefined;
	readonly jobs: readonly WatchedJob[];
}

const goodEnds: ReadonlySet<string> = new Set(["success", "skipped", "neutral"]);

export function parseRun(run: JsonReader, jobs: readonly JsonReader[]): WatchedRun {
	return {
		id: run.number("id") ?? 0,
		name: oneLine(run.text("name") ?? run.text("display_title") ?? "run"),
		url: run.text("html_url") ?? "",
		status: run.text("status") ?? "unknown",
		conclusion: run.text("conclusion"),
		branch: run.text("head_branch"),
		headSha: run.text("head_sha"),
		jobs: jobs.map(parseJob),
	};
}

function parseJob(job: JsonReader): WatchedJob {
	const steps = job.list("steps");
	const step =
		steps.find((one) => one.text("conclusion") === "failure") ??
		steps.find((one) => one.text("status") === "in_progress");
	const name = step?.text("name");
	return {
		id: job.number("id") ?? 0,
		name: oneLine(job.text("name") ?? "job"),
		status: job.text("status") ?? "unknown",
		conclusion: job.text("conclusion"),
		...(name !== undefined && { step: oneLine(name) }),
	};
}

export function isFinished({ status }: { readonly status: string }): boolean {
	return status === "completed";
}

export function hasFailed(one: WatchedRun | WatchedJob): boolean {
	return isFinished(one) && !goodEnds.has(one.conclusion ?? "");
}

export function reportRuns(runs: readonly WatchedRun[]): string {
	return runs
		.flatMap((run) => [
			`# ${run.name} (run ${run.id}): ${run.conclusion ?? run.status}`,
			...(run.url === "" ? [] : [run.url]),
			...run.jobs.map((job) => {
				const step = job.step === undefined ? "" : ` (${job.step})`;
				return `- ${job.name}: ${job.conclusion ?? job.status}${step}`;
			}),
			"",
		])
		.join("\n")
		.trimEnd();
}
