import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { Git } from "./git.ts";
import { initRepository, testProject, treeOf, write } from "./testing/test-project.ts";
import { findWorkspaces } from "./workspaces.ts";

const lines = (...changed: readonly [number, string][]) => {
	const all = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
	for (const [number, text] of changed) all[number - 1] = text;
	return `${all.join("\n")}\n`;
};

describe("the copy", () => {
	verifies("agents:isolation:workspace", async () => {
		await using project = await testProject({
			".gitignore": "dist/\n",
			"a.txt": "a\n",
			"gone.txt": "gone\n",
			"run.sh": "echo\n",
			"sub/b.txt": "b\n",
		});
		project.write("a.txt", "staged\n");
		await project.git("add", "a.txt");
		project.write("sub/b.txt", "unstaged\n");
		project.write("new file, äöü.txt", "untracked\n");
		project.write("-dash.txt", "dash\n");
		project.write("dist/out.js", "ignored\n");
		unlinkSync(join(project.root, "gone.txt"));
		symlinkSync("a.txt", join(project.root, "link"));
		const copy = await project.isolate({ cwd: join(project.root, "sub") });
		expect(copy.path).toMatch(/\/wt\/t[0-9a-f]{8}0\/m\/sub$/);
		const { "dist/out.js": _, ...expected } = project.tree();
		expect(treeOf(join(copy.path, ".."))).toEqual(expected);
		// A repository of its own, with the same history and state.
		const inside = new Git(copy.path, project.env);
		expect(await inside.text(["log", "--format=%s", "main"])).toBe("first");
		expect(await inside.text(["status", "--porcelain"])).toBe(await project.git("status", "--porcelain"));
		expect(await copy.result({ id: "Task" })).toMatchObject({ hasChanges: false });
		await copy.discard();
		expect(existsSync(copy.path)).toBe(false);
		expect(findWorkspaces(project.base)).toEqual([]);
	});

	test("nothing done to git in it reaches the user's repository", async () => {
		await using project = await testProject({ "a.txt": "a\n" });
		project.write("a.txt", "mine\n");
		const before = [
			await project.git("for-each-ref"),
			await project.git("stash", "list"),
			await project.git("worktree", "list"),
		];
		const copy = await project.isolate();
		const inside = new Git(copy.path, project.env);
		write(copy.path, "a.txt", "theirs\n");
		await inside.run(["stash"]);
		await inside.run(["checkout", "-q", "-b", "feature"]);
		write(copy.path, "b.txt", "b\n");
		await inside.run(["add", "-A"]);
		await inside.run(["commit", "-q", "-m", "work"]);
		await inside.run(["tag", "v1"]);
		await inside.run(["branch", "-D", "main"]);
		await inside.run(["gc", "-q", "--prune=now"]);
		expect([
			await project.git("for-each-ref"),
			await project.git("stash", "list"),
			await project.git("worktree", "list"),
		]).toEqual(before);
		// A commit is a change like any other; the stash took the user's change out of the copy.
		expect((await copy.result({ id: "Task" })).files.sort()).toEqual(["a.txt", "b.txt"]);
		await copy.discard();
		expect(project.tree()).toEqual({ "a.txt": "mine\n" });
		expect(await project.git("fsck", "--no-dangling")).toBe("");
	});

	test("a repository that is made in it arrives as plain files, and one that is removed does no harm", async () => {
		await using project = await testProject({ "a.txt": "a\n" });
		const copy = await project.isolate({ as: "branch" });
		await initRepository(join(copy.path, "cloned"), { "c.txt": "c\n" }, project.env);
		await new Git(copy.path, project.env).run(["init", "-q", "empty/inner"]);
		write(copy.path, "empty/inner/e.txt", "e\n");
		rmSync(join(copy.path, ".git"), { recursive: true });
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["cloned/c.txt", "empty/inner/e.txt"] });
		expect(project.tree()).toEqual({ "a.txt": "a\n", "cloned/c.txt": "c\n", "empty/inner/e.txt": "e\n" });
		expect(await project.git("status", "--porcelain")).toBe("");
		await copy.discard();
	});

	verifies("agents:isolation:needs-git", async () => {
		await using project = await testProject();
		await expect(project.isolate({ cwd: project.place.path })).rejects.toThrow(
			"Isolated task execution requires a git repository.",
		);
		// Bare ones have no files to copy.
		const bare = join(project.place.path, "bare.git");
		await project.git("init", "-q", "--bare", bare);
		await expect(project.isolate({ cwd: bare })).rejects.toThrow("Isolated task execution requires a git repository.");
		expect(findWorkspaces(project.base)).toEqual([]);
	});

	test("of a repository without a commit works", async () => {
		await using project = await testProject();
		const fresh = join(project.place.path, "fresh");
		mkdirSync(fresh);
		await new Git(fresh, project.env).run(["init", "-q"]);
		write(fresh, "a.txt", "a\n");
		const copy = await project.isolate({ cwd: fresh, as: "branch" });
		write(copy.path, "b.txt", "b\n");
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["b.txt"] });
		expect(treeOf(fresh)).toEqual({ "a.txt": "a\n", "b.txt": "b\n" });
		await copy.discard();
	});

	test("of a linked worktree has its files and history", async () => {
		await using project = await testProject({ "a.txt": "a\n" });
		const linked = join(project.place.path, "linked");
		await project.git("worktree", "add", "-q", "-b", "side", linked);
		write(linked, "a.txt", "side\n");
		const copy = await project.isolate({ cwd: linked, as: "branch" });
		write(copy.path, "b.txt", "b\n");
		expect(await copy.merge()).toMatchObject({ isMerged: true });
		const git = new Git(linked, project.env);
		expect(await git.text(["status", "--porcelain"])).toBe("M a.txt".padStart(8));
		expect(await git.text(["log", "--format=%s", "side"])).toBe("Task\nfirst");
		await copy.discard();
	});

	test("of a shallow clone, asked for by a link to a folder in it, works", async () => {
		await using project = await testProject({ "sub/a.txt": "a\n" });
		for (const text of ["b\n", "c\n"]) {
			project.write("sub/a.txt", text);
			await project.git("commit", "-qam", text.trim());
		}
		const clone = join(project.place.path, "shallow");
		await project.git("clone", "-q", "--depth", "1", `file://${project.root}`, clone);
		const link = join(project.place.path, "link");
		symlinkSync(join(clone, "sub"), link);
		const copy = await project.isolate({ cwd: link, as: "branch" });
		expect(copy.path).toEndWith("/m/sub");
		write(copy.path, "b.txt", "b\n");
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["sub/b.txt"] });
		const git = new Git(clone, project.env);
		expect(await git.text(["log", "--format=%s"])).toBe("Task\nc");
		expect(await git.text(["status", "--porcelain"])).toBe("");
		expect(await git.text(["fsck", "--no-dangling"])).toBe("");
		await copy.discard();
	});

	test("of a sparse checkout has only what is checked out, and the rest stays", async () => {
		await using project = await testProject({ "in/a.txt": "a\n", "out/b.txt": "b\n" });
		await project.git("sparse-checkout", "set", "in");
		expect(Object.keys(project.tree())).toEqual(["in/a.txt"]);
		const copy = await project.isolate({ as: "branch" });
		expect(Object.keys(treeOf(copy.path))).toEqual(["in/a.txt"]);
		write(copy.path, "in/a.txt", "changed\n");
		expect(await copy.merge()).toMatchObject({ isMerged: true, files: ["in/a.txt"] });
		expect(await project.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("in/a.txt\nout/b.txt");
		expect(await project.git("status", "--porcelain")).toBe("");
		await copy.discard();
	});
});

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
