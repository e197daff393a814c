import type { Batch, FleetQueue, TaskFilter } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { FailureReason, Task, TaskState } from "@oh-my-pi/pi-fleet/contract/task";
import { CliError } from "../../../../process/usage-error.ts";
import type { ParsedArgs } from "../../../../startup/parse-args.ts";

/** A batch by id, the beginning of it, or name; of several with a name the newest. The newest of all without a word. */
export async function findBatch(queue: FleetQueue, word: string | undefined): Promise<Batch | undefined> {
	const batches = await queue.batches();
	if (word === undefined) return newest(batches);
	return (
		batches.find(({ id }) => id === word) ??
		newest(batches.filter(({ name }) => name === word)) ??
		byPrefix(batches, word)
	);
}

export async function requireBatch(queue: FleetQueue, word: string | undefined): Promise<Batch> {
	const batch = await findBatch(queue, word);
	if (batch) return batch;
	throw new CliError(
		word === undefined ? "There is no batch in this queue yet" : `There is no batch "${word}". See: omp fleet status`,
	);
}

/** A task by id, the beginning of it, or name. */
export async function requireTask(queue: FleetQueue, word: string): Promise<Task> {
	const found = await queue.find(word);
	const [only, other] = found;
	if (!only) throw new CliError(`There is no task "${word}". See: omp fleet list`);
	if (!other) return only;
	// The same task file may have been run several times; the last batch is meant.
	const last = found.filter(({ batch }) => batch === found.at(-1)?.batch);
	if (found.every(({ name }) => name === word) && last.length === 1 && last[0]) return last[0];
	throw new CliError(`"${word}" is more than one task: ${nameSome(found)}`);
}

/** What words of cancel, retry, pause and resume mean: batches and tasks. */
export async function findTargets(queue: FleetQueue, words: readonly string[]): Promise<readonly TaskFilter[]> {
	const filters: TaskFilter[] = [];
	const ids: string[] = [];
	for (const word of words) {
		const batch = await findBatch(queue, word);
		const tasks = batch ? [] : await queue.find(word);
		if (batch) filters.push({ batch: batch.id });
		else if (tasks.length === 0) throw new CliError(`There is no batch and no task "${word}". See: omp fleet list`);
		else if (tasks.length > 1) throw new CliError(`"${word}" is more than one task: ${nameSome(tasks)}`);
		else ids.push(...tasks.map(({ id }) => id));
	}
	return ids.length > 0 ? [...filters, { ids }] : filters;
}

/** What `--state`, `--text` and the like leave of tasks. */
export function filterFlags({
	flags,
	lists,
}: ParsedArgs): Pick<TaskFilter, "states" | "text"> & { readonly reasons?: readonly FailureReason[] } {
	const states = lists.get("state") as readonly TaskState[] | undefined;
	const reasons = lists.get("reason") as readonly FailureReason[] | undefined;
	const text = flags.get("text");
	return { ...(states && { states }), ...(typeof text === "string" && { text }), ...(reasons && { reasons }) };
}

/** Every task of a filter, page by page. */
export async function* allTasks(queue: FleetQueue, filter: TaskFilter): AsyncGenerator<Task> {
	let after = filter.after;
	do {
		const page = await queue.list({ ...filter, limit: pageSize, ...(after !== undefined && { after }) });
		yield* page.tasks;
		after = page.next;
	} while (after !== undefined);
}

const pageSize = 500;

function newest(batches: readonly Batch[]): Batch | undefined {
	return batches.reduce<Batch | undefined>(
		(last, batch) => (!last || batch.createdAt >= last.createdAt ? batch : last),
		undefined,
	);
}

function byPrefix(batches: readonly Batch[], word: string): Batch | undefined {
	const found = batches.filter(({ id }) => id.startsWith(word));
	if (found.length > 1)
		throw new CliError(
			`"${word}" is more than one batch: ${found.map(({ id, name }) => `${id} (${name})`).join(", ")}`,
		);
	return found[0];
}

function nameSome(tasks: readonly Task[]): string {
	const shown = tasks.slice(0, 5).map(({ id, name }) => `${id} (${name})`);
	return [...shown, ...(tasks.length > shown.length ? [`${tasks.length - shown.length} more`] : [])].join(", ");
}
