import type { TaskFilter } from "../contract/fleet-queue.ts";
import { cleanText } from "./batches.ts";

/** A condition on `omp_fleet.task` and its values, from `$1` on; pages are up to the caller. */
export function filterTasks({ batch, ids, states, text }: TaskFilter): {
	readonly where: string;
	readonly values: readonly unknown[];
} {
	const conditions: string[] = ["true"];
	const values: unknown[] = [];
	const add = (condition: (name: string) => string, value: unknown) => {
		values.push(value);
		conditions.push(condition(`$${values.length}`));
	};
	if (batch !== undefined) add((name) => `batch = ${name}`, cleanText(batch));
	if (ids) add((name) => `id = ANY (${name}::text[])`, ids.map(cleanText));
	if (states) add((name) => `state = ANY (${name}::text[])`, states);
	if (text) {
		add(
			(name) => `position(lower(${name}) IN lower(name || E'\\n' || repository || E'\\n' || message)) > 0`,
			cleanText(text),
		);
	}
	return { where: conditions.join(" AND "), values };
}
