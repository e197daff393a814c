import { isSettled, type Job, outcomeOf } from "@oh-my-pi/pi-tools/jobs/job";
import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";

export const jobsCommand: Command = {
	name: "jobs",
	summary: "Show background jobs",
	group: "sessions",
	hint: "[log|stop <id>]",
	subcommands: [
		{ name: "log", summary: "What a job has printed", usage: "<id>" },
		{ name: "stop", summary: "End a job", usage: "<id>" },
	],
	describe({ jobs }) {
		const running = jobs().filter((job) => !isSettled(job)).length;
		return `Jobs: ${running === 0 ? "none" : `${running} running`}`;
	},
	async complete(typed, { jobs }) {
		const [verb] = /^(?:log|stop)(?= )/.exec(typed) ?? [];
		if (verb === undefined) return [];
		const list = verb === "stop" ? jobs().filter((job) => !isSettled(job)) : jobs();
		return list.map(({ id, label }) => ({ name: `${verb} ${id}`, summary: oneLine(label) }));
	},
	async run({ args, session }) {
		const { jobs, host } = session;
		const list = jobs();
		const [verb = "", id = "", ...more] = args.split(/\s+/).filter(Boolean);
		if (verb === "") {
			if (list.length === 0) return notice("No background jobs.");
			return notice(list.map((job) => jobLine(job, host.now())).join("\n"));
		}
		if ((verb !== "log" && verb !== "stop") || id === "" || more.length > 0) {
			throw new Error("Usage: /jobs [log|stop <id>]");
		}
		const job = list.find((known) => known.id === id);
		if (!job) throw new Error(`No job has the id ${id}. See /jobs.`);
		if (verb === "log") return notice(`${jobLine(job, host.now())}\n${outputOf(job)}`);
		if (isSettled(job)) return notice(`${id} has ended already.`);
		await session.workbench.jobs.cancel(id, session.conversation.id);
		return notice(`Stopped ${id}.`);
	},
};

function outputOf(job: Job): string {
	const text = isSettled(job) ? outcomeOf(job) : (job.progress ?? "");
	return text.trimEnd() || "(nothing)";
}

function jobLine({ id, type, status, label, startedAt, settledAt }: Job, now: number): string {
	const seconds = Math.max(0, Math.round(((settledAt ?? now) - startedAt) / 1000));
	const time = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
	return `${id}  ${status}  ${time}  ${type}: ${oneLine(label)}`;
}

function oneLine(label: string): string {
	return label.replaceAll("\n", " ");
}
