import { type BytePath, toBytePath } from "../contract/node-state.ts";
import type { RecordedChange, Selection } from "../contract/undo-engine.ts";

interface Among {
	/** Those that were taken back, or the others. */
	readonly isUndone?: boolean;
	/** A turn all of whose changes are among these is not the last one: what could not be taken back would be in the way forever. */
	readonly tried?: ReadonlySet<number>;
}

/** The changes meant, in the order of time. */
export function selectChanges(
	changes: readonly RecordedChange[],
	selection: Selection,
	{ isUndone, tried }: Among = {},
): RecordedChange[] {
	const { among, paths } = selection;
	const wanted = paths?.map(toBytePath);
	const open = changes.filter(
		(change) =>
			change.calls.length > 0 &&
			(isUndone === undefined || change.isUndone === isUndone) &&
			(!among || change.calls.some((call) => among.has(call))) &&
			(!wanted || wanted.some((path) => isAtOrBelow(change.path, path))),
	);
	switch (selection.kind) {
		case "all":
			return open;
		case "turn":
			return open.filter(({ turn }) => turn === selection.turn);
		case "last-turn": {
			const last = open.findLast(({ number }) => !tried?.has(number));
			return last ? open.filter(({ turn }) => turn === last.turn) : [];
		}
		case "calls": {
			const wantedCalls = new Set(selection.callIds);
			return open.filter(({ calls }) => calls.some((call) => wantedCalls.has(call)));
		}
	}
}

export function isAtOrBelow(path: BytePath, folder: BytePath): boolean {
	return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
