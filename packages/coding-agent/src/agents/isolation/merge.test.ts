import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { findWorkspaces } from "./copy/workspaces.ts";
import { Git } from "./repository/git.ts";
import { initRepository, testProject, treeOf, write } from "./testing/test-project.ts";

const lines = (...changed: readonly [number, string][]) => {
	const all = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
	for (const [number, text] of changed) all[number - 1] = text;
	return `${all.join("\n")}\n`;
};

describe("merging as a patch", () => {
	verifies("agents:isolation:patch-merge", async () => {
		await using project = await testProject({
			"both.txt": lines(),
			"deleted/x.txt": "x\n",
			"mine.txt": "mine\n",
			"run.txt": "echo\n",
		});
		project.write("mine.txt", "changed by the user\n");
		project.write("staged.txt", "staged\n");
		await project.git("add", "staged.txt");
		const copy = await project.isolate();
		write(copy.path, "both.txt", lines([20, "theirs"]));
		rmSync(join(copy.path, "deleted"), { recursive: true });
		write(copy.path, "new/deep/file.txt", "new\n");
		write(copy.path, "tool.sh", "#!/bin/sh\n");
		writeFileSync(join(copy.path, "image.bin"), Buffer.from([0, 1, 2, 255, 0]));
		symlinkSync("mine.txt", join(copy.path, "link"));
		// The user goes on meanwhile.
		project.write("both.txt", lines([1, "ours"]));
		project.write("later.txt", "later\n");
		const patchPath = join(project.place.path, "Task.patch");
		expect(await copy.result({ id: "Task", patchPath })).toMatchObject({ hasChanges: true, patchPath });
		const outcome = await copy.merge();
		expect(outcome).toMatchObject({ isMerged: true, conflicts: [] });
		expect(project.tree()).toEqual({
			"both.txt": lines([1, "ours"], [20, "theirs"]),
			"image.bin": Buffer.from([0, 1, 2, 255, 0]).toString("utf8"),
			"later.txt": "later\n",
			link: "-> mine.txt",
			"mine.txt": "changed by the user\n",
			"new/deep/file.txt": "new\n",
			"run.txt": "echo\n",
			"staged.txt": "staged\n",
			"tool.sh": "x #!/bin/sh\n",
		});
		expect(existsSync(join(project.root, "deleted"))).toBe(false);
		expect(await project.git("diff", "--cached", "--name-only")).toBe("staged.txt");
		// Merged once more, nothing is left to do.
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: [] });
		// The patch applies elsewhere, too.
		const other = join(project.place.path, "other");
		await project.git("clone", "-q", project.root, other);
		write(other, "mine.txt", "changed by the user\n");
		await new Git(other, project.env).run(["apply", patchPath]);
		expect(readFileSync(join(other, "both.txt"), "utf8")).toBe(lines([20, "theirs"]));
		await copy.discard();
	});

	verifies("agents:isolation:conflicts", async () => {
		await using project = await testProject({ "a.txt": lines(), "b.txt": "b\n", "c.txt": "c\n", "d.bin": "\0one" });
		const copy = await project.isolate();
		write(copy.path, "a.txt", lines([3, "theirs"]));
		write(copy.path, "b.txt", "theirs\n");
		unlinkSync(join(copy.path, "c.txt"));
		write(copy.path, "d.bin", "\0theirs");
		write(copy.path, "fine.txt", "fine\n");
		write(copy.path, "added.txt", "theirs\n");
		project.write("a.txt", lines([3, "ours"]));
		unlinkSync(join(project.root, "b.txt"));
		project.write("c.txt", "ours\n");
		project.write("d.bin", "\0ours");
		project.write("added.txt", "ours\n");
		const before = project.tree();
		const { isMerged, conflicts, problem } = await copy.merge();
		expect(isMerged).toBe(false);
		expect(project.tree()).toEqual(before);
		expect(conflicts.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
			"a.txt: changed on both sides",
			"added.txt: added on both sides",
			"b.txt: changed by the sub-agent, deleted here",
			"c.txt: deleted by the sub-agent, changed here",
			"d.bin: binary, changed on both sides",
		]);
		expect(conflicts.find(({ path }) => path === "a.txt")?.text).toContain(
			"<<<<<<< your files\nours\n||||||| before\nline 3\n=======\ntheirs\n>>>>>>> sub-agent\n",
		);
		expect(problem).toStartWith("Nothing was changed, because the result conflicts with your files:\n- ");
		await copy.discard();
	});

	test("never writes through a link that the user's tree has where the copy has a folder", async () => {
		await using project = await testProject({ "folder/a.txt": "a\n" });
		const outside = join(project.place.path, "outside");
		mkdirSync(outside);
		writeFileSync(join(outside, "a.txt"), "a\n");
		const copy = await project.isolate();
		write(copy.path, "folder/a.txt", "escaped\n");
		write(copy.path, "folder/new.txt", "escaped\n");
		rmSync(join(project.root, "folder"), { recursive: true });
		symlinkSync(outside, join(project.root, "folder"));
		expect(await copy.merge()).toMatchObject({ isMerged: false });
		expect(treeOf(outside)).toEqual({ "a.txt": "a\n" });
		await copy.discard();
	});

	test("a new file below such a link is not written either", async () => {
		await using project = await testProject({ "folder/a.txt": "a\n" });
		const outside = join(project.place.path, "outside");
		mkdirSync(outside);
		const copy = await project.isolate();
		write(copy.path, "folder/new.txt", "escaped\n");
		rmSync(join(project.root, "folder"), { recursive: true });
		symlinkSync(outside, join(project.root, "folder"));
		expect(await copy.merge()).toMatchObject({ isMerged: false, conflicts: [{ path: "folder/new.txt" }] });
		expect(treeOf(outside)).toEqual({});
		await copy.discard();
	});

	test("turns folders into files and files into folders, unless something of the user's is in the way", async () => {
		await using project = await testProject({ "folder/a.txt": "a\n", "folder/b/c.txt": "c\n", file: "file\n" });
		for (const as of ["patch", "branch"] as const) {
			const copy = await project.isolate({ as });
			rmSync(join(copy.path, "folder"), { recursive: true });
			write(copy.path, "folder", "now a file\n");
			unlinkSync(join(copy.path, "file"));
			write(copy.path, "file/deep/x.txt", "now a folder\n");
			const before = project.tree();
			project.write("folder/b/mine.txt", "mine\n");
			expect(await copy.merge()).toMatchObject({ isMerged: false });
			expect(project.tree()).toEqual({ ...before, "folder/b/mine.txt": "mine\n" });
			unlinkSync(join(project.root, "folder/b/mine.txt"));
			expect(await copy.merge()).toMatchObject({ isMerged: true });
			expect(project.tree()).toEqual({ "file/deep/x.txt": "now a folder\n", folder: "now a file\n" });
			await copy.discard();
			await project.git("reset", "-q", "--hard", "main~0");
			await project.git("clean", "-qfd");
			if (as === "patch") continue;
			expect(await project.git("log", "--format=%s")).toBe("Task\nfirst");
		}
	});

	test("keeps line endings and applies filters, as LFS needs them", async () => {
		await using project = await testProject({
			".gitattributes": "*.txt text eol=crlf\n*.big filter=caps\n",
		});
		await project.git("config", "filter.caps.clean", "tr a-z A-Z");
		await project.git("config", "filter.caps.smudge", "tr A-Z a-z");
		await project.git("config", "filter.caps.required", "true");
		project.write("a.txt", lines().replaceAll("\n", "\r\n"));
		project.write("x.big", "content\n");
		await project.git("add", "-A");
		await project.git("commit", "-qm", "files");
		expect(await project.git("cat-file", "blob", "HEAD:x.big")).toBe("CONTENT");
		const copy = await project.isolate();
		write(copy.path, "a.txt", lines([20, "theirs"]).replaceAll("\n", "\r\n"));
		write(copy.path, "x.big", "other\n");
		project.write("a.txt", lines([1, "ours"]).replaceAll("\n", "\r\n"));
		expect(await copy.merge()).toMatchObject({ isMerged: true });
		expect(project.read("a.txt")).toBe(lines([1, "ours"], [20, "theirs"]).replaceAll("\n", "\r\n"));
		expect(project.read("x.big")).toBe("other\n");
		await copy.discard();
	});

	test("four copies of one repository merge one after the other, and one that conflicts is left out", async () => {
		await using project = await testProject({ "a.txt": lines(), "b.txt": "b\n" });
		const copies = await Promise.all([1, 2, 3, 4].map((number) => project.isolate({ id: `Task${number}` })));
		for (const [index, copy] of copies.entries())
			write(copy.path, "a.txt", lines([index * 5 + 1, `task ${index + 1}`]));
		const [, , , last] = copies;
		if (last) write(last.path, "a.txt", lines([1, "task 4"]));
		const outcomes = (await Promise.all(copies.map((copy) => copy.merge()))).map(({ isMerged }) => isMerged);
		expect(outcomes).toEqual([true, true, true, false]);
		expect(project.read("a.txt")).toBe(lines([1, "task 1"], [6, "task 2"], [11, "task 3"]));
		await Promise.all(copies.map((copy) => copy.discard()));
		expect(findWorkspaces(project.base)).toEqual([]);
	});
});

describe("merging as a branch", () => {
	verifies("agents:isolation:branch-merge", async () => {
		await using project = await testProject({ "a.txt": lines(), "b.txt": lines(), "c.txt": "c\n" });
		project.write("a.txt", lines([1, "staged"]));
		await project.git("add", "a.txt");
		project.write("b.txt", lines([1, "unstaged"]));
		project.write("untracked.txt", "mine\n");
		const copy = await project.isolate({ as: "branch" });
		write(copy.path, "a.txt", lines([1, "staged"], [20, "theirs"]));
		write(copy.path, "b.txt", lines([1, "unstaged"], [20, "theirs"]));
		write(copy.path, "new.txt", "new\n");
		// The branch moves on meanwhile.
		project.write("c.txt", "committed meanwhile\n");
		await project.git("commit", "-qm", "meanwhile", "c.txt");
		expect(await copy.merge()).toMatchObject({ isMerged: true });
		expect(await project.git("log", "--format=%s")).toBe("Task\nmeanwhile\nfirst");
		expect(await project.git("show", "HEAD:a.txt")).toBe(lines([20, "theirs"]).trimEnd());
		expect(await project.git("show", ":a.txt")).toBe(lines([1, "staged"], [20, "theirs"]).trimEnd());
		expect(project.tree()).toMatchObject({
			"a.txt": lines([1, "staged"], [20, "theirs"]),
			"b.txt": lines([1, "unstaged"], [20, "theirs"]),
			"new.txt": "new\n",
		});
		expect(await project.git("status", "--porcelain")).toBe("M  a.txt\n M b.txt\n?? untracked.txt");
		expect(await project.git("branch", "--list", "omp/*")).toBe("");
		expect(await project.git("stash", "list")).toBe("");
		await copy.discard();
		expect(await project.git("fsck", "--no-dangling")).toBe("");

		const second = await project.isolate({ as: "branch", id: "Second" });
		write(second.path, "c.txt", "theirs\n");
		project.write("c.txt", "ours\n");
		expect(await second.merge()).toMatchObject({ isMerged: false, branchName: "omp/task/Second" });
		expect(await project.git("show", "omp/task/Second:c.txt")).toBe("theirs");
		expect(project.read("c.txt")).toBe("ours\n");
		await second.discard();
	});

	test("a conflict leaves everything as it was and keeps the branch", async () => {
		await using project = await testProject({ "a.txt": lines() });
		const copy = await project.isolate({ as: "branch" });
		write(copy.path, "a.txt", lines([3, "theirs"]));
		project.write("a.txt", lines([3, "ours"]));
		const outcome = await copy.merge();
		expect(outcome).toMatchObject({ isMerged: false, branchName: "omp/task/Task" });
		expect(outcome.problem).toEndWith("The result is on the branch omp/task/Task.");
		expect(project.read("a.txt")).toBe(lines([3, "ours"]));
		expect(await project.git("show", "omp/task/Task:a.txt")).toBe(lines([3, "theirs"]).trimEnd());
		expect(await project.git("log", "--format=%s")).toBe("first");
		// A second one with the same name is kept beside it.
		expect(await copy.merge()).toMatchObject({ branchName: "omp/task/Task-2" });
		await copy.discard();
		expect(await project.git("fsck", "--no-dangling")).toBe("");
	});

	test("a git command that holds the index makes it fail, not wait or break", async () => {
		await using project = await testProject({ "a.txt": "a\n" });
		const copy = await project.isolate({ as: "branch" });
		write(copy.path, "a.txt", "theirs\n");
		const lock = join(project.root, ".git/index.lock");
		writeFileSync(lock, "");
		const outcome = await copy.merge();
		expect(outcome.isMerged).toBe(false);
		expect(outcome.problem).toContain("another git command is running");
		expect(existsSync(lock)).toBe(true);
		expect(project.read("a.txt")).toBe("a\n");
		rmSync(lock);
		expect(await copy.merge()).toMatchObject({ isMerged: true });
		await copy.discard();
	});
});

describe("repositories inside", () => {
	verifies("agents:isolation:nested-repos", async () => {
		await using project = await testProject({ "a.txt": "a\n" });
		const inner = join(project.root, "vendor/inner");
		await initRepository(inner, { "i.txt": "i\n" }, project.env);
		write(inner, "mine.txt", "mine\n");
		const copy = await project.isolate();
		expect(treeOf(copy.path)).toEqual({
			"a.txt": "a\n",
			"vendor/inner/i.txt": "i\n",
			"vendor/inner/mine.txt": "mine\n",
		});
		write(copy.path, "a.txt", "theirs\n");
		write(copy.path, "vendor/inner/i.txt", "theirs\n");
		const { nestedPatches } = await copy.result({ id: "Task" });
		expect(nestedPatches.map(({ path }) => path)).toEqual(["vendor/inner"]);
		expect(nestedPatches[0]?.patch).toContain("a/vendor/inner/i.txt");
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["a.txt", "vendor/inner/i.txt"] });
		const git = new Git(inner, project.env);
		expect(await git.text(["log", "--format=%s"])).toBe("Task\nfirst");
		expect(await git.text(["status", "--porcelain"])).toBe("?? mine.txt");
		expect(await project.git("log", "--format=%s")).toBe("first");
		expect(project.read("a.txt")).toBe("theirs\n");
		await copy.discard();
	});

	test("a submodule gets the files only, and stays on its commit", async () => {
		await using project = await testProject({ "a.txt": "a\n" });
		const library = join(project.place.path, "library");
		await initRepository(library, { "l.txt": "l\n" }, project.env);
		await project.git("submodule", "add", "-q", library, "lib");
		await project.git("commit", "-qm", "submodule");
		const copy = await project.isolate({ as: "branch" });
		expect(treeOf(copy.path)).toMatchObject({ "a.txt": "a\n", "lib/l.txt": "l\n" });
		write(copy.path, "lib/l.txt", "theirs\n");
		write(copy.path, "a.txt", "theirs\n");
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["a.txt", "lib/l.txt"] });
		expect(await new Git(join(project.root, "lib"), project.env).text(["log", "--format=%s"])).toBe("first");
		expect(project.read("lib/l.txt")).toBe("theirs\n");
		expect(await project.git("status", "--porcelain")).toBe(" M lib");
		await copy.discard();
	});
});

for (const as of ["patch", "branch"] as const) {
	test(`omps that merge into one repository at the same time (${as}) lose nothing`, async () => {
		await using project = await testProject({ "a.txt": lines() });
		const script = join(import.meta.dir, "testing/merge-lines.ts");
		const run = async (line: number) => {
			const args = [project.root, project.base, String(line), as, project.place.path];
			const child = Bun.spawn([process.execPath, script, ...args], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
			const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
			return { line, merged: Number(out), errors };
		};
		const runs = await Promise.all([0, 5, 10, 15].map(run));
		const now = project.read("a.txt").split("\n");
		expect(runs.map(({ merged, errors }) => [merged, errors])).toEqual(runs.map(() => [4, ""]));
		for (const { line } of runs) expect(now[line]).toBe(`process ${line}, round 4`);
		if (as === "branch") {
			const commits = await project.git("log", "--format=%s");
			expect(commits.split("\n")).toHaveLength(17);
			expect(await project.git("status", "--porcelain")).toBe("");
			expect(await project.git("fsck", "--no-dangling")).toBe("");
		}
		expect(findWorkspaces(project.base)).toEqual([]);
	}, 60_000);
}
