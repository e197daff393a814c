import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileEdit } from "../changes/file-edit.ts";
import type { ProposedChanges } from "../changes/repository-changes.ts";
import { unitPaths } from "../changes/repository-changes.ts";
import { type ChosenFiles, literally, stageChosen } from "../changes/select-files.ts";

/** Commits everything at once, as `git commit` does; leaves index and files as found when that fails. */
export async function commitAll(
	{ repository, root, index, head, chosen, units }: ProposedChanges,
	message: string,
	edits: readonly FileEdit[],
): Promise<string> {
	const git = (args: readonly string[]) => repository.text(args);
	const found = existsSync(index) ? readFileSync(index) : undefined;
	const folder = mkdtempSync(join(tmpdir(), "omp-commit-"));
	try {
		for (const { path, after } of edits) writeFileSync(join(root, path), after);
		const edited = literally(edits.map(({ path }) => path));
		const stageAgain = await stagedEntries(git, chosen);
		await stageChosen(git, chosen, head !== undefined);
		if (edited.length > 0) await git(["add", "--", ...edited]);
		const file = join(folder, "message");
		writeFileSync(file, `${message}\n`);
		const only = chosen.kind === "named" ? ["--only", "--", ...unitPaths(units), ...edited] : [];
		await git(["commit", "-q", "--cleanup=verbatim", "-F", file, ...only]);
		await stageAgain();
		return (await git(["log", "-1", "--format=%h %s"])).trim();
	} catch (error) {
		for (const { path, before } of edits) writeFileSync(join(root, path), before);
		restoreIndex(index, found);
		throw error;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Remembers what is staged of the files that stay out; the function stages it again. */
async function stagedEntries(
	git: (args: readonly string[]) => Promise<string>,
	{ kind, guarded }: ChosenFiles,
): Promise<() => Promise<void>> {
	if (kind !== "staged" || guarded.length === 0) return async () => {};
	const entries = (await git(["ls-files", "-s", "-z", "--", ...literally(guarded)])).split("\0").filter(Boolean);
	const found = entries.flatMap((entry) => {
		const [, mode, id, path] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(entry) ?? [];
		return mode && id && path ? [{ path, info: `${mode},${id},${path}` }] : [];
	});
	const removed = guarded.filter((path) => !found.some((entry) => entry.path === path));
	return async () => {
		if (found.length > 0) await git(["update-index", "--add", ...found.flatMap(({ info }) => ["--cacheinfo", info])]);
		if (removed.length > 0) await git(["update-index", "--force-remove", "--", ...removed]);
	};
}

/** Puts the file of the index back as it was. */
export function restoreIndex(index: string, content: Uint8Array | undefined): void {
	if (content === undefined) {
		rmSync(index, { force: true });
		return;
	}
	writeFileSync(`${index}.omp`, content);
	renameSync(`${index}.omp`, index);
}
