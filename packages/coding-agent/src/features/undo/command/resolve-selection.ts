import { resolve } from "node:path";
import type { Selection } from "../contract/undo-engine.ts";
import type { RecordedTurn } from "../shown/turns.ts";

/** What the user asked for is not there; the message says what is. */
export class UndoArgumentError extends Error {
	override readonly name = "UndoArgumentError";
}

/** Where turns and calls are looked up. */
export interface TurnSource {
	turns(options?: { readonly undone?: boolean }): Promise<readonly RecordedTurn[]>;
}

export interface ResolvedSelection {
	/** `undefined` when nothing was changed. */
	readonly selection?: Selection;
	/** The turn it is about, where it is about one. */
	readonly turn?: RecordedTurn;
}

/**
 * What words mean: `2` or `#2` the last turn but one, `all` every turn of the branch, the id of a call or the start of one, and
 * files or folders that limit it. Without a turn or call it is the last turn.
 */
export async function resolveSelection(
	words: readonly string[],
	source: TurnSource,
	cwd: string,
	options: { readonly undone?: boolean } = {},
): Promise<ResolvedSelection> {
	const turns = await source.turns(options.undone ? { undone: true } : {});
	const open = options.undone
		? turns.filter(({ changes }) => changes.some(({ isUndone }) => isUndone))
		: turns.filter(({ changes }) => changes.some(({ isUndone }) => !isUndone));
	const [first, ...rest] = words;
	const isNumber = first !== undefined && /^#?\d{1,6}$/.test(first);
	const callId = first === undefined || isNumber || first === "all" ? undefined : findCall(first, turns);
	const names = isNumber || first === "all" || callId !== undefined ? rest : words;
	const limits = names.length > 0 ? { paths: names.map((name) => resolve(cwd, name)) } : {};
	if (callId !== undefined) return { selection: { kind: "calls", callIds: [callId], ...limits } };
	if (first === "all") {
		const callIds = [...new Set(open.flatMap(({ changes }) => changes.flatMap(({ calls }) => calls)))];
		return callIds.length === 0 ? {} : { selection: { kind: "calls", callIds, ...limits } };
	}
	const turn = isNumber ? findTurn(Number(first.replace("#", "")), turns) : open[0];
	return turn ? { selection: { kind: "turn", turn: turn.id, ...limits }, turn } : {};
}

function findTurn(number: number, turns: readonly RecordedTurn[]): RecordedTurn {
	const turn = turns.find((candidate) => candidate.number === number);
	if (turn) return turn;
	throw new UndoArgumentError(
		turns.length === 0
			? "No turn of this branch has changed files."
			: `There is no turn ${number}; /undo list shows 1 to ${turns.length}, 1 is the last one.`,
	);
}

/** A call by its id, or the start of it; ids of one conversation are shown without its name. */
function findCall(text: string, turns: readonly RecordedTurn[]): string | undefined {
	if (!/^[\w.-]{4,}$/.test(text.replace(/^[^/]*\//, ""))) return undefined;
	const all = new Set(turns.flatMap(({ changes }) => changes.flatMap(({ calls }) => calls)));
	const found = [...all].filter((id) => id === text || id.slice(id.indexOf("/") + 1).startsWith(text));
	if (found.length > 1)
		throw new UndoArgumentError(`"${text}" is the start of ${found.length} calls; write more of it.`);
	return found[0];
}
