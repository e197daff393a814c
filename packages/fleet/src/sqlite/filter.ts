import type { TaskFilter } from "../contract/fleet-queue.ts";

/** A condition on `task` and its values; pages are up to the caller. */
export function filterTasks({ batch, ids, states, text }: TaskFilter): {
	readonly where: string;
	readonly values: readonly (string | number)[];
} {
	const conditions: string[] = ["1"];
	const values: string[] = [];
	const add = (condition: string, value: string) => {
		conditions.push(condition);
		values.push(value);
	};
	if (batch !== undefined) add("batch = ?", batch);
	if (ids) add("id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
	if (states) add("state IN (SELECT value FROM json_each(?))", JSON.stringify(states));
	if (text) add("instr(lower(name || char(10) || repository || char(10) || message), lower(?)) > 0", text);
	return { where: conditions.join(" AND "), values };
}
