import { isSettled, type Job } from "@oh-my-pi/pi-tools/jobs/job";
import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";

export const jobsCommand: Command = {
	name: "jobs",
	summary: "Show background jobs",
	group: "sessions",
	describe({ jobs }) {
		const running = jobs().filter((job) => !isSettled(job)).length;
		return `Jobs: ${running === 0 ? "none" : `${running} running`}`;
	},
	async run({ session: { jobs, host } }) {
		const list = jobs();
		if (list.length === 0) return notice("No background jobs.");
		return notice(list.map((job) => jobLine(job, host.now())).join("\n"));
	},
};

function jobLine({ id, type, status, label, startedAt, settledAt }: Job, now: number): string {
	const seconds = Math.max(0, Math.round(((settledAt ?? now) - startedAt) / 1000));
	const time = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
	return `${id}  ${status}  ${time}  ${type}: ${label.replaceAll("\n", " ")}`;
}
