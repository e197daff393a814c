import { type BytePath, isSameState } from "../contract/node-state.ts";
import type { FileChange } from "../contract/undo-engine.ts";

/** One row for each path: the first state before, the last one after; what ended as it began is left out. */
export function netChanges(changes: readonly FileChange[]): FileChange[] {
	const net = new Map<BytePath, FileChange>();
	for (const { path, before, after, inPlace } of changes) {
		const first = net.get(path);
		net.set(path, { path, before: first?.before ?? before, after, inPlace: inPlace && (first?.inPlace ?? true) });
	}
	return [...net.values()].filter(({ before, after }) => !isSameState(before, after));
}
