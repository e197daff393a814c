import { isSettled, type Job, outcomeOf } from "../shared/jobs/job.ts";

/** The state of jobs in words: what has ended with its output, what goes on, what was cancelled. */
export function jobReport(state: {
	readonly jobs: readonly Job[];
	readonly cancelled: readonly Job[];
	readonly missing: readonly string[];
}): string {
	const settled = state.jobs.filter((job) => isSettled(job) && !state.cancelled.includes(job));
	const running = state.jobs.filter((job) => !isSettled(job));
	return [
		...section("Completed", settled.map(settledBlock), "\n\n"),
		...section("Still Running", running.map(row), "\n"),
		...section("Cancelled", state.cancelled.map(row), "\n"),
		...state.missing.map((id) => `Background job not found: ${id}`),
	].join("\n\n");
}

function section(title: string, blocks: readonly string[], gap: string): string[] {
	return blocks.length > 0 ? [`## ${title} (${blocks.length})\n${blocks.join(gap)}`] : [];
}

function settledBlock(job: Job): string {
	const text = outcomeOf(job).trimEnd();
	// Longer than any run of backticks inside.
	const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
	return `### ${job.id} [${job.type}] — ${job.status}\nLabel: ${job.label}\n${fence}\n${text}\n${fence}`;
}

function row({ id, type, label }: Job): string {
	return `- \`${id}\` [${type}] — ${label}`;
}
