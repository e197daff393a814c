import { $ } from "bun";

/** Files that differ from the upstream branch (without one, from the last commit), and new ones; deleted ones are left out. */
export async function changedFiles(root: string): Promise<string[]> {
	const base = await $`git merge-base HEAD @{upstream}`.cwd(root).nothrow().quiet();
	const from = base.exitCode === 0 ? base.text().trim() : "HEAD";
	const lists = await Promise.all([
		$`git diff -z --name-only --relative --diff-filter=d ${from}`.cwd(root).text(),
		$`git ls-files -z --others --exclude-standard`.cwd(root).text(),
	]);
	return [...new Set(lists.flatMap((list) => list.split("\0")))].filter((path) => path !== "").sort();
}
