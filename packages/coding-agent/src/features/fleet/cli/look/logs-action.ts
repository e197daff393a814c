import { foreignText } from "../../../../process/terminal/terminal-text.ts";
import { UsageError } from "../../../../process/usage-error.ts";
import { isFinal, taskNote } from "../../text/task-text.ts";
import { TaskLog } from "../../watch/task-log.ts";
import { liveParts, readTranscript, transcriptText } from "../../watch/transcript.ts";
import { requireTask } from "../shared/find-targets.ts";
import { type FleetAction, singleWord, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";

const everyMs = 500;

/** What the agent of a task said and did, turn by turn; with `--json` the lines of its session log. */
export const logsAction: FleetAction = async (invocation) => {
	const { io, args } = invocation;
	const word = singleWord(invocation, "the task");
	if (word === undefined) throw new UsageError("which task? omp fleet logs TASK");
	await using fleet = await openFleet(invocation);
	let task = await requireTask(fleet.queue, word);
	const log = new TaskLog(await fleet.store(task));
	let shown = "";
	for (;;) {
		const update = await log.update(task.progress);
		if (update?.isRestart) await io.stderr.write("The task began anew.\n");
		if (update)
			await io.stdout.write(
				wantsJson(invocation) ? update.added : foreignText(io.stdout, transcriptText(readTranscript(update.added))),
			);
		if (!args.flags.has("follow")) break;
		const live = isFinal(task) ? "" : transcriptText(liveParts(task.progress.live));
		// The log is on the output when the turn has ended.
		if (live !== shown && live !== "") {
			const isMore = shown !== "" && live.startsWith(shown.trimEnd());
			const text = isMore ? live.slice(shown.trimEnd().length).replace(/^\n/, "") : live;
			await io.stderr.write(foreignText(io.stderr, text));
		}
		shown = live;
		if (isFinal(task)) {
			await io.stderr.write(
				foreignText(io.stderr, `${task.name}: ${task.state}${taskNote(task) === "" ? "" : `, ${taskNote(task)}`}\n`),
			);
			break;
		}
		await Bun.sleep(everyMs);
		task = (await fleet.queue.task(task.id)) ?? task;
	}
	return 0;
};
