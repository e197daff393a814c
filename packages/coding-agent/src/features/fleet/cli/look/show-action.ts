import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { foreignText } from "../../../../process/terminal/terminal-text.ts";
import { UsageError } from "../../../../process/usage-error.ts";
import { countOf, money } from "../../text/money.ts";
import { resultWords, taskJson, taskTime } from "../../text/task-text.ts";
import { requireTask } from "../shared/find-targets.ts";
import { type FleetAction, printJson, singleWord, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";

/** Everything about one task. */
export const showAction: FleetAction = async (invocation) => {
	const { io } = invocation;
	const word = singleWord(invocation, "the task");
	if (word === undefined) throw new UsageError("which task? omp fleet show TASK");
	await using fleet = await openFleet(invocation);
	const task = await requireTask(fleet.queue, word);
	if (wantsJson(invocation)) await printJson(invocation, taskJson(task));
	else await io.stdout.write(foreignText(io.stdout, showText(task, fleet.host.now())));
	return 0;
};

function showText(task: Task, now: number): string {
	const { spec, progress, result } = task;
	const limits = [
		...(spec.limits.turns === undefined ? [] : [countOf(spec.limits.turns, "turn")]),
		...(spec.limits.minutes === undefined ? [] : [`${spec.limits.minutes} minutes`]),
		...(spec.limits.usd === undefined ? [] : [money(spec.limits.usd)]),
	];
	const rows: ReadonlyArray<readonly [string, string | undefined]> = [
		["Task", `${task.name} (${task.id})`],
		[
			"State",
			`${task.state}${task.isPaused ? ", paused" : ""}${task.worker === undefined || task.endedAt !== undefined ? "" : `, on ${task.worker}`}`,
		],
		["Repository", `${spec.repository}${spec.ref === undefined ? "" : ` @ ${spec.ref}`}`],
		["Model", spec.model],
		["Limits", limits.length === 0 ? "none" : limits.join(", ")],
		["Check", spec.check?.command],
		["Deliver", spec.deliver.kind],
		[
			"Used",
			`${countOf(progress.turns, "turn")}, ${countOf(progress.tokens, "token")}, ${money(progress.usd)}${task.startedAt === undefined ? "" : `, ${taskTime(task, now)}`}`,
		],
		["Attempts", task.fence > 1 ? `${task.fence}, of which ${task.losses} were lost` : undefined],
		["Doing", result ? undefined : progress.status],
		[
			"Asks",
			progress.question &&
				`${progress.question.text}${progress.question.options ? ` (${progress.question.options.join(", ")})` : ""}`,
		],
		["Result", result && `${result.reason === undefined ? "" : `${result.reason}: `}${result.message}`],
		["Delivered", result && (resultWords(task) || undefined)],
		["Commit", result?.commit],
		["Check ended", result?.check && `with ${result.check.exitCode ?? "a signal"} in round ${result.check.rounds}`],
	];
	const facts = rows.flatMap(([label, value]) =>
		value === undefined || value === "" ? [] : [`${label.padEnd(12)} ${value}`],
	);
	return [
		...facts,
		"",
		"Prompt",
		indent(spec.prompt),
		...(result?.summary ? ["", "Summary", indent(result.summary)] : []),
		"",
	].join("\n");
}

function indent(text: string): string {
	return text
		.trimEnd()
		.split("\n")
		.map((line) => `  ${line}`)
		.join("\n");
}
