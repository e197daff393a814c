import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { foreignText } from "../../../../process/terminal/terminal-text.ts";
import { countOf } from "../../text/money.ts";
import { alignColumns, taskCost, taskJson, taskNote, taskTime } from "../../text/task-text.ts";
import { filterFlags, requireBatch } from "../shared/find-targets.ts";
import { countFlag, type FleetAction, printJson, singleWord, textFlag, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";

const usualLimit = 50;

/** Tasks, a page of them. */
export const listAction: FleetAction = async (invocation) => {
	const { io, args } = invocation;
	await using fleet = await openFleet(invocation);
	const word = singleWord(invocation, "the batch") ?? textFlag(invocation, "batch");
	const { reasons, ...filter } = filterFlags(args);
	const after = textFlag(invocation, "after");
	const page = await fleet.queue.list({
		...filter,
		...(reasons && !filter.states && { states: ["failed"] }),
		...(word !== undefined && { batch: (await requireBatch(fleet.queue, word)).id }),
		...(after !== undefined && { after }),
		limit: countFlag(invocation, "limit", 100_000) ?? usualLimit,
	});
	const tasks = reasons
		? page.tasks.filter(({ result }) => result?.reason !== undefined && reasons.includes(result.reason))
		: page.tasks;
	if (wantsJson(invocation)) {
		await printJson(invocation, { tasks: tasks.map(taskJson), total: page.total, next: page.next ?? null });
		return 0;
	}
	const now = fleet.host.now();
	const lines = alignColumns(
		tasks.map((task) => [
			task.id,
			oneLine(task.name, 40),
			task.isPaused && task.state === "queued" ? "paused" : task.state,
			task.progress.turns > 0 ? countOf(task.progress.turns, "turn") : "",
			taskTime(task, now),
			taskCost(task),
			oneLine(taskNote(task), 120),
		]),
		[3, 4, 5],
	);
	await io.stdout.write(foreignText(io.stdout, lines.length === 0 ? "No tasks.\n" : `${lines.join("\n")}\n`));
	if (page.next !== undefined)
		await io.stderr.write(`${page.tasks.length} of ${page.total} tasks. The next: --after ${page.next}\n`);
	return 0;
};
