import { mkdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { foreignText } from "../../../../process/terminal/terminal-text.ts";
import { UsageError } from "../../../../process/usage-error.ts";
import { isGitUntrusted } from "../../../../trust/git/git-trust.ts";
import { isUrl } from "../../plan/finish-task.ts";
import { alignColumns, resultWords, taskJson } from "../../text/task-text.ts";
import { allTasks, filterFlags, requireBatch } from "../shared/find-targets.ts";
import {
	type FleetAction,
	type FleetInvocation,
	printJson,
	singleWord,
	textFlag,
	wantsJson,
} from "../shared/fleet-action.ts";
import { type OpenFleet, openFleet, prepareFleet } from "../shared/open-fleet.ts";
import { type ApplyOutcome, applyPatch, branchPatch } from "./apply-patch.ts";

/** What tasks came to: listed, as JSON, as files, or put into the folders they were made for. */
export const resultsAction: FleetAction = async (invocation) => {
	const { args, io } = invocation;
	const output = textFlag(invocation, "output");
	const ways = [args.flags.has("apply"), args.flags.has("branch"), output !== undefined].filter(Boolean).length;
	if (ways > 1) throw new UsageError("use one of --apply, --branch and --output");
	await using fleet = await openFleet(invocation);
	const batch = await requireBatch(fleet.queue, singleWord(invocation, "the batch") ?? textFlag(invocation, "batch"));
	const { reasons, ...filter } = filterFlags(args);
	const tasks: Task[] = [];
	for await (const task of allTasks(fleet.queue, { states: ["done"], ...filter, batch: batch.id }))
		if (!reasons || (task.result?.reason !== undefined && reasons.includes(task.result.reason))) tasks.push(task);
	if (args.flags.has("apply") || args.flags.has("branch")) return await deliver(invocation, fleet, tasks);
	if (output !== undefined) return await writePatches(invocation, fleet, tasks, output);
	if (wantsJson(invocation)) {
		await printJson(invocation, { batch: batch.id, name: batch.name, tasks: tasks.map(taskJson) });
		return 0;
	}
	const lines = alignColumns(tasks.map((task) => [task.id, task.name, resultWords(task) || "no changes"]));
	await io.stdout.write(foreignText(io.stdout, lines.length === 0 ? "No tasks are done.\n" : `${lines.join("\n")}\n`));
	return 0;
};

async function deliver(invocation: FleetInvocation, fleet: OpenFleet, tasks: readonly Task[]): Promise<number> {
	const { args, io } = invocation;
	const { gate } = await prepareFleet(invocation.host);
	const outcomes: Array<{ readonly task: Task; readonly outcome: ApplyOutcome }> = [];
	const skipped: Task[] = [];
	for (const task of tasks) {
		if (!task.result?.patch || (task.result.files && task.result.files.changed === 0) || isUrl(task.spec.repository)) {
			skipped.push(task);
			continue;
		}
		const deliverOne = async (): Promise<ApplyOutcome> => {
			const folder = task.spec.repository;
			if (!(await stat(folder).catch(() => undefined))?.isDirectory())
				return { kind: "refused", why: `there is no folder ${folder} on this machine` };
			if (await isGitUntrusted(gate.at(folder), fleet.host.env))
				return {
					kind: "refused",
					why: "settings of this repository make git run programs that are not trusted. See omp trust",
				};
			const patch = await readPatch(fleet, task);
			return args.flags.has("branch")
				? branchPatch(folder, task, patch, fleet.host.env)
				: applyPatch(folder, patch, fleet.host.env);
		};
		outcomes.push({
			task,
			outcome: await deliverOne().catch(
				(error: FleetError) => ({ kind: "refused", why: errorMessage(error) }) as const,
			),
		});
	}
	const refused = outcomes.filter(({ outcome }) => outcome.kind === "refused");
	if (wantsJson(invocation)) {
		await printJson(invocation, {
			results: outcomes.map(({ task, outcome }) => ({
				task: task.id,
				name: task.name,
				repository: task.spec.repository,
				...outcome,
			})),
			skipped: skipped.map(({ id }) => id),
		});
		return refused.length === 0 ? 0 : 1;
	}
	const words = (outcome: ApplyOutcome) =>
		outcome.kind === "refused"
			? `REFUSED: ${outcome.why}`
			: `${outcome.kind === "present" ? "is there already" : "applied"}${outcome.branch === undefined ? "" : ` as ${outcome.branch}`}`;
	const lines = alignColumns(outcomes.map(({ task, outcome }) => [task.name, task.spec.repository, words(outcome)]));
	const rest = skipped.length === 0 ? "" : `${skipped.length} without a change for a folder of this machine\n`;
	const text = `${lines.map((line) => `${line}\n`).join("")}${outcomes.length - refused.length} of ${outcomes.length} changes are there, ${refused.length} refused\n${rest}`;
	await io.stdout.write(foreignText(io.stdout, text));
	return refused.length === 0 ? 0 : 1;
}

async function writePatches(
	{ host, io }: FleetInvocation,
	fleet: OpenFleet,
	tasks: readonly Task[],
	output: string,
): Promise<number> {
	const folder = resolve(host.cwd, output);
	await mkdir(folder, { recursive: true });
	let count = 0;
	for (const task of tasks) {
		if (!task.result?.patch) continue;
		await writeFile(join(folder, `${task.id}.patch`), await readPatch(fleet, task));
		count++;
	}
	await io.stdout.write(`${count} ${count === 1 ? "patch" : "patches"} written to ${folder}\n`);
	return 0;
}

async function readPatch(fleet: OpenFleet, task: Task): Promise<Uint8Array> {
	const { result } = task;
	return result?.patch ? (await fleet.store(task)).get(result.patch) : new Uint8Array();
}
