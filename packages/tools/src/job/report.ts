import { isSettled, type Job, outcomeOf } from "../jobs/job.ts";

/** The state of jobs in words: what has ended with its output, what goes on, what was cancelled. */
export function jobReport(state: {
	readonly jobs: readonly Job[];
	readonly cancelled: readonly Job[];
	readonly missing: readonly string[];
	/** How long this call has waited, if it did. */
	readonly waitedMs?: number;
}): string {
	const settled = state.jobs.filter((job) => isSettled(job) && !state.cancelled.includes(job));
	const running = state.jobs.filter((job) => !isSettled(job));
	const waited = state.waitedMs !== undefined && settled.length === 0 ? [waitedLine(state.waitedMs)] : [];
	return [
		...section("Completed", settled.map(settledBlock), "\n\n"),
		...section("Still Running", running.map(runningBlock), "\n"),
		...section("Cancelled", state.cancelled.map(row), "\n"),
		...state.missing.map((id) => `Background job not found: ${id}`),
		...waited,
	].join("\n\n");
}

function section(title: string, blocks: readonly string[], gap: string): string[] {
	return blocks.length > 0 ? [`## ${title} (${blocks.length})\n${blocks.join(gap)}`] : [];
}

function waitedLine(waitedMs: number): string {
	return `Waited ${Math.round(waitedMs / 1000)} s; none has ended yet. Poll again to wait longer, or go on: results arrive by themselves.`;
}

function settledBlock(job: Job): string {
	return `### ${job.id} [${job.type}] — ${job.status}\nLabel: ${job.label}\n${fenced(outcomeOf(job).trimEnd())}`;
}

const maxShownLines = 15;

/** With the end of what it has printed so far. */
function runningBlock(job: Job): string {
	const lines = (job.progress ?? "").trimEnd().split("\n");
	if (lines.length === 1 && lines[0] === "") return row(job);
	const hidden = lines.length - maxShownLines;
	const note = hidden > 0 ? `Last ${maxShownLines} lines so far:` : "Output so far:";
	return `${row(job)}\n${note}\n${fenced(lines.slice(-maxShownLines).join("\n"))}`;
}

function fenced(text: string): string {
	// Longer than any run of backticks inside.
	const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
	return `${fence}\n${text}\n${fence}`;
}

function row({ id, type, label, queued }: Job): string {
	return `- \`${id}\` [${type}] — ${label}${queued ? " (waits for its turn)" : ""}`;
}
