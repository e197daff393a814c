import { isSettled, type Job, outcomeOf } from "@oh-my-pi/pi-tools/jobs/job";
import { selectDialog } from "../../dialogs/select-dialog.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";

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
		return running === 0 ? undefined : `${running} running`;
	},
	async complete(typed, { jobs }) {
		const [verb] = /^(?:log|stop)(?= )/.exec(typed) ?? [];
		if (verb === undefined) return [];
		const list = verb === "stop" ? jobs().filter((job) => !isSettled(job)) : jobs();
		return list.map(({ id, label }) => ({ name: `${verb} ${id}`, summary: joinLines(label) }));
	},
	run: runText,
	screen: {
		async run(call, { ask }) {
			const { jobs, host } = call.session;
			const list = jobs();
			if (call.args.trim() !== "" || list.length === 0) return runText(call);
			const lines = jobLines(list, host.now());
			const id = await ask(
				selectDialog({
					title: "Background jobs",
					verb: "show or stop",
					items: list.map((job, index) => ({
						value: job.id,
						label: lines[index]?.slice(0, -describe(job).length).trimEnd() ?? job.id,
						description: describe(job),
					})),
				}),
			);
			const job = jobs().find((known) => known.id === id);
			if (!job) return { kind: "done" };
			const verb = isSettled(job) ? "log" : await ask(actionDialog(job));
			return verb === undefined ? { kind: "done" } : runText({ ...call, args: `${verb} ${job.id}` });
		},
	},
};

function actionDialog({ id, label }: Job) {
	return selectDialog<"log" | "stop">({
		title: `${id}: ${joinLines(label)}`,
		items: [
			{ value: "log", label: "Show output" },
			{ value: "stop", label: "Stop" },
		],
		filterable: false,
	});
}

async function runText({ args, session }: CommandCall): Promise<CommandOutcome> {
	const { jobs, host } = session;
	const list = jobs();
	const [verb = "", id = "", ...more] = args.split(/\s+/).filter(Boolean);
	if (verb === "") {
		if (list.length === 0) return notice("No background jobs.");
		return notice(
			[...jobLines(list, host.now()), "", "/jobs log <id> shows output, /jobs stop <id> ends one"].join("\n"),
		);
	}
	if ((verb !== "log" && verb !== "stop") || id === "" || more.length > 0) {
		throw new Error("Usage: /jobs [log|stop <id>]");
	}
	const job = list.find((known) => known.id === id);
	if (!job) throw new Error(`No job has the id ${id}. See /jobs.`);
	if (verb === "log") return notice([...jobLines([job], host.now()), formatOutput(job)].join("\n"));
	if (isSettled(job)) return notice(`${id} has ended already.`);
	await session.workbench.jobs.cancel(id, session.conversation.id);
	return notice(`Stopped ${id}.`);
}

function formatOutput(job: Job): string {
	const text = isSettled(job) ? outcomeOf(job) : (job.progress ?? "");
	return text.trimEnd() || "(nothing)";
}

/** In columns: name, state, time, and what it does. */
function jobLines(jobs: readonly Job[], now: number): string[] {
	const rows = jobs.map((job) => [job.id, job.status, formatTime(job, now), describe(job)]);
	const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}

function formatTime({ startedAt, settledAt }: Job, now: number): string {
	const seconds = Math.max(0, Math.round(((settledAt ?? now) - startedAt) / 1000));
	return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

function joinLines(label: string): string {
	return label.replaceAll("\n", " ");
}

function describe({ type, label }: Job): string {
	return `${type}: ${joinLines(label)}`;
}
