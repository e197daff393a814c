import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../../../../process/usage-error.ts";
import type { Repository } from "./repository.ts";

const operations = [
	// Of git am and git rebase --apply; the file in it tells them apart.
	{ file: "rebase-apply/applying", name: "git am", subcommand: "am" },
	{ file: "rebase-merge", name: "A rebase", subcommand: "rebase" },
	{ file: "rebase-apply", name: "A rebase", subcommand: "rebase" },
	{ file: "CHERRY_PICK_HEAD", name: "A cherry-pick", subcommand: "cherry-pick" },
	{ file: "REVERT_HEAD", name: "A revert", subcommand: "revert" },
] as const;

/** Refuses where git itself has to make the commit; tells whether it will be a merge commit. */
export async function checkOperations(repository: Repository): Promise<{ readonly isMerge: boolean }> {
	const names = [...operations.map(({ file }) => file), "MERGE_HEAD", "index.lock"];
	const paths = await repository.text(["rev-parse", ...names.flatMap((name) => ["--git-path", name])]);
	const found = new Set(
		names.filter((_, index) => existsSync(resolve(repository.root, paths.split("\n")[index] ?? ""))),
	);
	const operation = operations.find(({ file }) => found.has(file));
	if (operation)
		throw new CliError(
			`${operation.name} is in progress. Finish it with git ${operation.subcommand} --continue, then run omp commit`,
		);
	if (found.has("index.lock"))
		throw new CliError(
			"Another git process holds the index (.git/index.lock). Wait until it ends; if none is running, remove the file",
		);
	return { isMerge: found.has("MERGE_HEAD") };
}
