import type { TurnSource } from "../command/resolve-selection.ts";
import type { UndoEngine } from "../contract/undo-engine.ts";
import { listTurns, type RecordedTurn } from "../shown/turns.ts";

/** A session that nobody has open: its record, and the prompts of its last branch. */
export class RecordedSession implements TurnSource {
	readonly engine: UndoEngine;
	readonly #prompts: ReadonlyMap<string, string>;

	constructor(engine: UndoEngine, prompts: ReadonlyMap<string, string>) {
		this.engine = engine;
		this.#prompts = prompts;
	}

	async turns({ undone }: { readonly undone?: boolean } = {}): Promise<readonly RecordedTurn[]> {
		const changes = await this.engine.changes({ kind: "all" });
		return listTurns(
			changes.filter(({ isUndone }) => undone || !isUndone),
			this.#prompts,
		);
	}
}
