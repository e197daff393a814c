import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../../../../process/usage-error.ts";
import type { TreeEntry } from "../changes/change-unit.ts";
import type { Repository } from "../changes/repository.ts";
import type { Entries, EntryChange } from "./split-trees.ts";

/**
 * What changed paths become in the next commit. Usually as planned; where a hook changed a file in an earlier commit (a formatter),
 * the planned change is merged into that. Rejects if that is not possible.
 */
export async function mergeEntries(
	repository: Repository,
	folder: string,
	{ planned, actual }: { readonly planned: ReadonlyMap<string, EntryChange>; readonly actual: Entries },
): Promise<Entries> {
	const next = new Map<string, TreeEntry | undefined>();
	for (const [path, { before, after }] of planned) {
		const now = actual.get(path);
		if (isSame(now, before)) next.set(path, after);
		else if (isSame(now, after)) next.set(path, now);
		else next.set(path, await merge(path, now, before, after));
	}
	return next;

	async function merge(
		path: string,
		now: TreeEntry | undefined,
		before: TreeEntry | undefined,
		after: TreeEntry | undefined,
	): Promise<TreeEntry> {
		const conflict = new CliError(
			`A hook changed ${path}, which a later commit of the split changes too. Commit everything at once instead: omp commit --no-split`,
		);
		if (!now || !before || !after) throw conflict;
		const files = await Promise.all(
			[now, before, after].map(async ({ id }, index) => {
				const file = join(folder, `merge-${index}`);
				writeFileSync(file, await repository.bytes(["cat-file", "blob", id]));
				return file;
			}),
		);
		const merged = await repository.run(["merge-file", "-p", ...files]);
		if (merged.code !== 0) throw conflict;
		const id = await repository.text(["hash-object", "-w", "--stdin", "--no-filters"], { stdin: merged.stdout });
		return { mode: after.mode, id: id.trim() };
	}
}

function isSame(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
	return a?.id === b?.id && a?.mode === b?.mode;
}
