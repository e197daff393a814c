import { expect, test } from "bun:test";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { ProtectedFiles } from "./protected-files.ts";

const files = { "project/.git/HEAD": "ref: refs/heads/main\n", "project/.git/config": "[core]\n\tbare = false\n" };

async function project(
	options: {
		readonly files?: Record<string, string>;
		readonly held?: string;
		readonly isBusy?: boolean;
		readonly expected?: string;
	} = {},
) {
	const folder = await workspace({ ...files, ...options.files });
	const path = join(folder.path, "project");
	const takenTo = join(folder.path, "taken");
	const at = (name: string) => join(path, name);
	const isHeld = (name: string) => options.held !== undefined && name === at(options.held);
	const takeExpected = (name: string) => options.expected !== undefined && name === at(options.expected);
	const guard = new ProtectedFiles(path, {
		isHeld,
		takenTo,
		takeExpected,
		now: Date.now,
		isBusy: () => options.isBusy === true,
	});
	return {
		folder: folder.path,
		at,
		guard,
		write(name: string, text: string) {
			mkdirSync(dirname(at(name)), { recursive: true });
			writeFileSync(at(name), text);
		},
		/** Without the places that things were moved to. */
		compare: () =>
			guard
				.compare()
				.map((line) => line.replace(/(; (?:as it was )?it is now|; what it was changed to is now) .*/, "")),
		read: (name: string) => readFileSync(at(name), "utf8"),
		[Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
	};
}

const later = "which decides what runs later";

test("protected files: what appears is taken away and named", async () => {
	await using here = await project({ held: ".git/config" });
	here.guard.adopt();
	here.write(".env", "PATH=/evil");
	here.write(".github/workflows/ci.yml", "on: push");
	here.write("index.ts", "");
	const lines = here.guard.compare();
	expect(lines.map((line) => line.replace(/; it is now .*/, ""))).toEqual([
		`The sandbox took away ${here.at(".env")}, ${later}`,
		`The sandbox took away ${here.at(".github/workflows")}, ${later}`,
	]);
	expect([".env", ".github/workflows", "index.ts"].map((name) => existsSync(here.at(name)))).toEqual([
		false,
		false,
		true,
	]);
	const kept = /it is now (.*)$/.exec(lines[0] ?? "")?.[1] ?? "";
	expect(readFileSync(kept, "utf8")).toBe("PATH=/evil");
});

test("protected files: what was changed, renamed or deleted is put back, where the kernel does not hold it", async () => {
	await using here = await project({
		files: { "project/.omp/config.yml": "mine", "project/.github/workflows/a.yml": "a" },
	});
	mkdirSync(here.at(".git/hooks"));
	here.guard.adopt();
	here.write(".git/config", "[core]\n\tfsmonitor = evil\n");
	here.write(".git/hooks/pre-commit", "evil");
	renameSync(here.at(".omp"), here.at("other"));
	rmSync(here.at(".github"), { recursive: true });
	expect(here.compare().sort()).toEqual([
		`The sandbox put back ${here.at(".git/config")}, ${later}`,
		`The sandbox put back ${here.at(".git/hooks")}, ${later}`,
		`The sandbox put back ${here.at(".github/workflows")}, ${later}`,
		`The sandbox put back ${here.at(".omp")}, ${later}`,
	]);
	expect(here.read(".git/config")).toBe("[core]\n\tbare = false\n");
	expect(existsSync(here.at(".git/hooks/pre-commit"))).toBe(false);
	expect(here.read(".omp/config.yml")).toBe("mine");
	expect(here.read(".github/workflows/a.yml")).toBe("a");
	expect(here.compare()).toEqual([]);
});

test("protected files: a link in the way to a name is taken away, and nothing behind it is touched", async () => {
	const home = { "home/.m2/settings.xml": "SECRET", "home/.config/fish/config.fish": "mine" };
	await using here = await project({ files: home });
	here.guard.adopt();
	symlinkSync(join(here.folder, "home/.m2"), here.at(".m2"));
	symlinkSync(join(here.folder, "home/.config"), here.at(".config"));
	expect(here.compare().sort()).toEqual([
		`The sandbox took away ${here.at(".config")}, ${later}`,
		`The sandbox took away ${here.at(".m2")}, ${later}`,
	]);
	expect(readFileSync(join(here.folder, "home/.m2/settings.xml"), "utf8")).toBe("SECRET");
	expect(readFileSync(join(here.folder, "home/.config/fish/config.fish"), "utf8")).toBe("mine");
	expect(here.compare()).toEqual([]);
});

test("protected files: what is put back goes where it was, not where a link leads that took the place of its folder", async () => {
	await using here = await project({ files: { "project/.vscode/tasks.json": "{}", "home/.vscode/other": "" } });
	here.guard.adopt();
	rmSync(here.at(".vscode"), { recursive: true });
	symlinkSync(join(here.folder, "home/.vscode"), here.at(".vscode"));
	expect(here.compare()).toEqual([
		`The sandbox took away ${here.at(".vscode")}, ${later}`,
		`The sandbox put back ${here.at(".vscode/tasks.json")}, ${later}`,
	]);
	expect(lstatSync(here.at(".vscode")).isDirectory()).toBe(true);
	expect(readdirSync(join(here.folder, "home/.vscode"))).toEqual(["other"]);
});

test("protected files: links of the user's stay, and lead where they led", async () => {
	await using here = await project({ files: { "real.env": "A=1", "project/shared/tasks.json": "{}" } });
	symlinkSync("../real.env", here.at(".env"));
	symlinkSync("shared", here.at(".vscode"));
	here.guard.adopt();
	expect(here.compare()).toEqual([]);
	rmSync(here.at(".env"));
	here.write(".env", "evil");
	rmSync(here.at(".vscode"));
	here.write(".vscode/tasks.json", "evil");
	expect(here.compare().sort()).toEqual([
		`The sandbox put back ${here.at(".env")}, ${later}`,
		`The sandbox put back ${here.at(".vscode")}, ${later}`,
	]);
	expect([readlinkSync(here.at(".env")), readlinkSync(here.at(".vscode"))]).toEqual(["../real.env", "shared"]);
});

test("protected files: git is not led to the settings of another folder", async () => {
	await using here = await project({
		files: {
			"project/.git/modules/vendor/lib/HEAD": "ref: refs/heads/main\n",
			"project/.git/modules/vendor/lib/config": "[core]\n",
			"project/.git/worktrees/tree/commondir": "../..\n",
			"project/.git/worktrees/tree/gitdir": "/elsewhere/.git\n",
		},
	});
	here.guard.adopt();
	here.write(".git/commondir", "../evil\n");
	here.write(".git/modules/vendor/lib/config", "[core]\n\tfsmonitor = evil\n");
	here.write(".git/modules/vendor/lib/hooks/post-checkout", "evil");
	here.write(".git/worktrees/tree/commondir", "../../../evil\n");
	here.write(".git/worktrees/tree/config.worktree", "[core]\n\tfsmonitor = evil\n");
	expect(here.compare().sort()).toEqual([
		`The sandbox put back ${here.at(".git/modules/vendor/lib/config")}, ${later}`,
		`The sandbox took away ${here.at(".git/commondir")}, ${later}`,
		`The sandbox took away ${here.at(".git/modules/vendor/lib/hooks")}, ${later}`,
		`The sandbox took out of ${here.at(".git/worktrees/tree/commondir")} what would run programs`,
		`The sandbox took out of ${here.at(".git/worktrees/tree/config.worktree")} what would run programs`,
	]);
	expect(here.read(".git/worktrees/tree/commondir")).toBe("../..\n");
	expect(here.read(".git/worktrees/tree/config.worktree")).not.toContain("evil");
});

test("protected files: a rebase that has stopped runs no programs of a command, only those that were there", async () => {
	const todo = ".git/rebase-merge/git-rebase-todo";
	await using here = await project({ files: { [`project/${todo}`]: "pick a\nexec mine\npick b\n" } });
	here.guard.adopt();
	here.write(todo, "exec mine\nexec evil\n x evil\npick b\n");
	expect(here.compare()).toEqual([`The sandbox took out of ${here.at(todo)} what would run programs`]);
	expect(here.read(todo)).toBe("exec mine\n# exec evil\n#  x evil\npick b\n");
	expect(here.compare()).toEqual([]);
});

test("protected files: the file that leads to the repository of a working tree stays", async () => {
	await using here = await project({ files: { "repo/HEAD": "" } });
	rmSync(here.at(".git"), { recursive: true });
	writeFileSync(here.at(".git"), "gitdir: ../repo\n");
	here.guard.adopt();
	writeFileSync(here.at(".git"), "gitdir: evil\n");
	expect(here.compare()).toEqual([`The sandbox put back ${here.at(".git")}, ${later}`]);
	rmSync(here.at(".git"));
	mkdirSync(here.at(".git"));
	expect(here.compare()).toEqual([`The sandbox put back ${here.at(".git")}, ${later}`]);
	expect(here.read(".git")).toBe("gitdir: ../repo\n");
});

test("protected files: where there was no repository none is led to, and a new one runs no programs", async () => {
	await using here = await project();
	rmSync(here.at(".git"), { recursive: true });
	here.guard.adopt();
	writeFileSync(here.at(".git"), "gitdir: evil\n");
	expect(here.compare()).toEqual([`The sandbox took away ${here.at(".git")}, ${later}`]);
	here.write(".git/HEAD", "ref: refs/heads/main\n");
	here.write(".git/config", '[core]\n\tbare = false\n\thooksPath = evil\n[user]\n\tname = "Zoë à"\n');
	here.write(".git/hooks/pre-commit.sample", "");
	here.write(".git/hooks/post-checkout", "evil");
	expect(here.compare()).toEqual([
		`The sandbox took core.hookspath out of ${here.at(".git/config")}, since a new repository must not run programs`,
		`The sandbox took away ${here.at(".git/hooks/post-checkout")}, ${later}`,
	]);
	expect(here.read(".git/config")).toBe('[core]\n\tbare = "false"\n[user]\n\tname = "Zoë à"\n');
	expect(readdirSync(here.at(".git/hooks"))).toEqual(["pre-commit.sample"]);
	expect(here.compare()).toEqual([]);
	here.write(".git/config", "[core]\n\tfsmonitor = evil\n");
	expect(here.compare()).toEqual([`The sandbox put back ${here.at(".git/config")}, ${later}`]);
});

test("protected files: a new submodule keeps its repository", async () => {
	await using here = await project();
	here.guard.adopt();
	here.write(".git/modules/lib/HEAD", "ref: refs/heads/main\n");
	here.write(".git/modules/lib/config", "[core]\n\tworktree = ../../../lib\n\tpager = evil\n");
	expect(here.compare()).toEqual([
		`The sandbox took core.pager out of ${here.at(".git/modules/lib/config")}, since a new repository must not run programs`,
	]);
	expect(here.read(".git/modules/lib/config")).toBe('[core]\n\tworktree = "../../../lib"\n');
});

test("protected files: what a tool of omp writes counts, and nothing beside it", async () => {
	await using here = await project({ expected: ".github/workflows/mine.yml" });
	here.guard.adopt();
	here.write(".github/workflows/mine.yml", "mine");
	expect(here.compare()).toEqual([]);
	here.write(".github/workflows/mine.yml", "mine again");
	here.write(".github/workflows/evil.yml", "evil");
	expect(here.compare()).toEqual([`The sandbox put back ${here.at(".github/workflows")}, ${later}`]);
	expect(readdirSync(here.at(".github/workflows"))).toEqual(["mine.yml"]);
	expect(here.read(".github/workflows/mine.yml")).toBe("mine again");
});

test("protected files: nothing is said of a command that leaves everything alone", async () => {
	await using here = await project();
	here.guard.adopt();
	here.write("a.txt", "");
	expect(here.compare()).toEqual([]);
});

test("protected files: as long as a command may be making a repository, its settings may change to harmless ones", async () => {
	await using here = await project({ isBusy: true });
	rmSync(here.at(".git"), { recursive: true });
	here.guard.adopt();
	here.write(".git/HEAD", "ref: refs/heads/main\n");
	here.write(".git/config", "[core]\n\tbare = false\n");
	expect(here.compare()).toEqual([]);
	const remote = '[core]\n\tbare = false\n[remote "origin"]\n\turl = a:b\n';
	here.write(".git/config", remote);
	expect(here.compare()).toEqual([]);
	expect(here.read(".git/config")).toBe(remote);
	here.write(".git/config", "[core]\n\tfsmonitor = evil\n");
	expect(here.compare()).toHaveLength(1);
	expect(here.read(".git/config")).not.toContain("evil");
});
