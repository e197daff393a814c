import { lstatSync } from "node:fs";
import { join } from "node:path";
import { resetIndex } from "./index-file.ts";
import { literally, withoutLiterally } from "./literal-paths.ts";
import { setMarks } from "./marked-files.ts";
import type { Repository } from "./repository.ts";
import type { FileChoice } from "./select-files.ts";

type Git = (args: readonly string[], input?: { readonly stdin?: string }) => Promise<string>;

/** Stages the changes in a copy of the index. */
export async function stageChosen(
	repository: Repository,
	variables: Readonly<Record<string, string>>,
	{ choice, head }: { readonly choice: FileChoice; readonly head: string | undefined },
): Promise<void> {
	const git: Git = (args, input) => repository.text(args, { variables, ...input });
	const { kind, guarded } = choice.chosen;
	if (guarded.length > 0 && kind !== "named") {
		const unstage = head === undefined ? ["rm", "-q", "--cached", "--ignore-unmatch"] : ["reset", "-q"];
		await git([...unstage, "--", ...literally(guarded)]);
	}
	if (kind === "all") await git(["add", "-A", "--", ":/", ...withoutLiterally(guarded)]);
	else if (kind === "tracked") await git(["add", "-u", "--", ":/", ...withoutLiterally(guarded)]);
	else if (kind === "named") {
		await resetIndex(repository, variables, head);
		await stageNamed(git, choice, repository.root);
	}
}

/** From HEAD, so that nothing else that is staged is in it. Marks are kept, as git goes by them. */
async function stageNamed(git: Git, { chosen, details }: FileChoice, root: string): Promise<void> {
	const { named, guarded } = chosen;
	const { marks, deleted } = details;
	const inHead = new Set(marks.length > 0 ? (await git(["ls-files", "-z"])).split("\0") : []);
	const left = marks.filter(({ isTaken }) => !isTaken);
	await setMarks(
		git,
		left.filter(({ path }) => inHead.has(path)),
		true,
	);
	await setMarks(
		git,
		marks.filter(({ path, isTaken }) => isTaken && inHead.has(path)),
		false,
	);
	const leftNew = left.filter(({ path, isThere }) => isThere && !inHead.has(path)).map(({ path }) => path);
	// A folder may have taken the place of one.
	const untracked = deleted.filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile());
	const areAllUntracked = named.every((path) => untracked.includes(path));
	if (!areAllUntracked)
		await git(["add", "-A", "--", ...literally(named), ...withoutLiterally([...guarded, ...leftNew, ...untracked])]);
	const stdin = deleted.map((path) => `${path}\0`).join("");
	if (deleted.length > 0) await git(["update-index", "--force-remove", "-z", "--stdin"], { stdin });
}
