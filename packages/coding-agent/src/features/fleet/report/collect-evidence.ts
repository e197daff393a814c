import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { BlobReference, Task } from "@oh-my-pi/pi-fleet/contract/task";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

/** A task with the texts that the store has of it. */
export interface TaskEvidence {
	readonly task: Task;
	readonly diff?: string;
	readonly check?: string;
}

const longestDiff = 100_000;
const longestCheck = 20_000;
/** Of all texts together: a page of more is of no use to a browser. */
const longestAll = 40_000_000;
const atOnce = 8;

/** Reads diffs and outputs of checks; what cannot be read says so in its place. */
export async function collectEvidence(tasks: readonly Task[], store: BlobStore): Promise<TaskEvidence[]> {
	let left = longestAll;
	const read = async (reference: BlobReference | null | undefined, longest: number) => {
		if (!reference) return undefined;
		const room = Math.min(longest, left);
		if (room <= 0) return `(left out: the report has enough. omp fleet results -o writes all)`;
		try {
			const text = new TextDecoder().decode(await store.get(reference));
			const shown = text.length > room ? `${text.slice(0, room)}\n(cut: ${text.length - room} more characters)` : text;
			left -= shown.length;
			return shown;
		} catch (error) {
			return `(cannot be read: ${errorMessage(error)})`;
		}
	};
	const evidence: TaskEvidence[] = [];
	for (let index = 0; index < tasks.length; index += atOnce) {
		const some = tasks.slice(index, index + atOnce).map(async (task) => {
			const [diff, check] = await Promise.all([
				read(task.result?.patch, longestDiff),
				read(task.result?.check?.output, longestCheck),
			]);
			return { task, ...(diff !== undefined && { diff }), ...(check !== undefined && { check }) };
		});
		evidence.push(...(await Promise.all(some)));
	}
	return evidence;
}
