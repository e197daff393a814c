import type { ChangeUnit } from "../changes/change-unit.ts";
import type { Repository } from "../changes/repository.ts";
import type { Entries, EntryChange, TreeEntry } from "../changes/tree-entry.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { PlannedCommit } from "./plan-split.ts";

/** The trees on the way from HEAD to what is to be committed, as far as changed paths are concerned. */
export class SplitTrees {
	readonly #repository: Repository;
	readonly #units: readonly ChangeUnit[];
	readonly #done: Set<number>[];
	readonly #whole = new Set<number>();
	readonly #entries = new Map<string, TreeEntry | undefined>();

	constructor(repository: Repository, units: readonly ChangeUnit[]) {
		this.#repository = repository;
		this.#units = units;
		this.#done = units.map(() => new Set());
	}

	/** Adds the parts of one commit; gives the paths that change with it. */
	async advance(parts: PlannedCommit["parts"]): Promise<ReadonlyMap<string, EntryChange>> {
		const changed = new Map<string, EntryChange>();
		for (const [index, part] of parts) {
			const unit = this.#units[index];
			const done = this.#done[index];
			if (!unit || !done) continue;
			if (part === "all") this.#whole.add(index);
			else for (const hunk of part) done.add(hunk);
			if (done.size === unit.hunks.length && done.size > 0) this.#whole.add(index);
			const { path, oldPath } = unit;
			if (oldPath !== undefined && unit.status === "R") this.#set(changed, oldPath, unit.before, undefined);
			const before = oldPath === undefined ? unit.before : undefined;
			this.#set(changed, path, before, this.#whole.has(index) ? unit.after : await this.#partly(unit, done));
		}
		return changed;
	}

	/** Everything that was added so far. */
	current(): Entries {
		return this.#entries;
	}

	/** Paths of which the whole change was added. */
	wholePaths(): ReadonlySet<string> {
		return new Set(
			this.#units.flatMap(({ path, oldPath }, index) => (this.#whole.has(index) ? [path, oldPath ?? []].flat() : [])),
		);
	}

	#set(
		changed: Map<string, EntryChange>,
		path: string,
		original: TreeEntry | undefined,
		after: TreeEntry | undefined,
	): void {
		const before = this.#entries.has(path) ? this.#entries.get(path) : original;
		this.#entries.set(path, after);
		changed.set(path, { before, after });
	}

	async #partly({ before, after, hunks }: ChangeUnit, done: ReadonlySet<number>): Promise<TreeEntry | undefined> {
		if (!before || !after) return after;
		const [old, next] = await Promise.all([this.#blob(before.id), this.#blob(after.id)]);
		const content = applyHunks(old, next, hunks, (hunk) => done.has(hunk));
		const id = await this.#repository.text(["hash-object", "-w", "--stdin", "--no-filters"], { stdin: content });
		return { mode: after.mode, id: id.trim() };
	}

	#blob(id: string): Promise<Buffer> {
		return this.#repository.bytes(["cat-file", "blob", id]);
	}
}
