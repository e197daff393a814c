import type { TodoPhase, TodoTask } from "@oh-my-pi/pi-session/tree/todos";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { FieldError } from "./fields.ts";

const statuses: Readonly<Record<string, TodoTask["status"]>> = {
	pending: "pending",
	in_progress: "in_progress",
	completed: "completed",
	done: "completed",
	abandoned: "abandoned",
	dropped: "abandoned",
	cancelled: "abandoned",
	blocked: "blocked",
};

/** Phases as a host sends them, in our words: ids are dropped, and a status we do not know counts as not begun. */
export function parseTodoPhases(phases: ReadonlyArray<Readonly<Record<string, unknown>>>): TodoPhase[] {
	return phases.map((phase, index) => {
		const place = `phases[${index}]`;
		if (typeof phase.name !== "string") throw new FieldError(`${place}.name must be a string`);
		if (!Array.isArray(phase.tasks)) throw new FieldError(`${place}.tasks must be an array`);
		return { name: phase.name, tasks: phase.tasks.map((task, at) => parseTask(task, `${place}.tasks[${at}]`)) };
	});
}

function parseTask(task: unknown, place: string): TodoTask {
	if (!isRecord(task)) throw new FieldError(`${place} must be an object`);
	if (typeof task.content !== "string") throw new FieldError(`${place}.content must be a string`);
	const word = String(task.status ?? "pending")
		.toLowerCase()
		.replaceAll("-", "_");
	return {
		content: task.content,
		status: statuses[word] ?? "pending",
		...(typeof task.blocker === "string" && { blocker: task.blocker }),
	};
}
