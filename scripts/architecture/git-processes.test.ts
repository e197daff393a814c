import { expect, test } from "bun:test";
import { checkGitProcesses } from "./git-processes.ts";
import { madeUpTree } from "./made-up-tree.ts";

const linesIn = (source: string, file = "packages/ai/src/look.ts") =>
	checkGitProcesses(madeUpTree({ [file]: source })).map(({ line }) => line);

test("git processes: every way to start git outside its module fails", () => {
	const ways = [
		'Bun.spawn(["git", ...args]);',
		"Bun.spawnSync(['git', \"status\"]);",
		'Bun.spawn([\n\t"git",\n\t"status"]);',
		'const git = Bun.which("git");',
		'execFileSync("git", ["status"]);',
		"execSync(`git status`);",
		'const command = ["git", "status"];',
		"await $`git status`;",
	];
	for (const way of ways) expect([way, linesIn(way).length]).toEqual([way, 1]);
});

test("git processes: its module, tests, words and tables pass", () => {
	const source = 'Bun.spawn(["git", ...args]);\n';
	expect(linesIn(source, "packages/natives/src/git/run-git.ts")).toEqual([]);
	expect(linesIn(source, "packages/ai/src/look.test.ts")).toEqual([]);
	expect(
		linesIn('const kinds = ["git", "hg"];\nif (name === "git") withoutGlobalOptions(["git", ...args]);\n'),
	).toEqual([]);
});
