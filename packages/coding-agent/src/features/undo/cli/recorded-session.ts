import type { TurnSource } from "../command/resolve-selection.ts";
import type { UndoRecord } from "../contract/undo-engine.ts";
import { listTurns, type RecordedTurn } from "../shown/turns.ts";

/** A session by its files: its record, and the prompts of its last branch. */
export class RecordedSession implements TurnSource {
	readonly record: UndoRecord;
	readonly #prompts: ReadonlyMap<string, string>;

	constructor(record: UndoRecord, prompts: ReadonlyMap<string, string>) {
		this.record = record;
		this.#prompts = prompts;
	}

	async turns({ undone }: { readonly undone?: boolean } = {}): Promise<readonly RecordedTurn[]> {
		const changes = await this.record.changes({ kind: "all" });
		return listTurns(
			changes.filter(({ isUndone }) => undone || !isUndone),
			this.#prompts,
		);
	}
}
