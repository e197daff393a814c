import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../../../../process/usage-error.ts";
import type { Repository } from "../changes/repository.ts";
import { type Entries, type EntryChange, fromBytePath, isSameEntry, type TreeEntry } from "../changes/tree-entry.ts";

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
		if (isSameEntry(now, before)) next.set(path, after);
		else if (isSameEntry(now, after) || isSameEntry(before, after)) next.set(path, now);
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
			`A hook changed ${fromBytePath(path)}, which a later commit of the split changes too. Commit everything at once instead: omp commit --no-split`,
		);
		if (!now || !before || !after || ![now, before, after].every(({ mode }) => mode.startsWith("100"))) throw conflict;
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
		return { mode: after.mode === before.mode ? now.mode : after.mode, id: id.trim() };
	}
}
