import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { Settings } from "../../settings/settings.ts";
import { TrustGate } from "../../trust/trust-gate.ts";
import { findWorkspaces } from "./copy/workspaces.ts";
import { makeIsolate } from "./make-isolate.ts";
import { Git } from "./repository/git.ts";
import { initRepository, testProject, treeOf, write } from "./testing/test-project.ts";

describe("the copy", () => {
	test("is not made while git would run what an untrusted repository names, not even one inside", async () => {
		await using project = await testProject({ ".gitattributes": "* filter=evil\n", "a.txt": "a\n" });
		const inner = join(project.root, "vendor");
		await initRepository(inner, { "i.txt": "i\n" }, project.env);
		const ran = join(project.place.path, "ran");
		await new Git(inner, project.env).run(["config", "filter.evil.clean", `touch ${ran}; cat`]);
		await new Git(inner, project.env).run(["config", "core.fsmonitor", `touch ${ran}; true`]);
		write(inner, "i.txt", "changed\n");
		const gate = new TrustGate({ agentDir: join(project.place.path, "agent"), cwd: project.root, now: Date.now });
		const host = { home: project.place.path, env: project.env, now: Date.now };
		const settings = new Settings({ global: { worktree: { base: project.base } } });
		const made = makeIsolate({ host, settings, gate })({ cwd: project.root, mode: "auto", id: "Task" });
		await expect(made).rejects.toThrow(`the settings of ${inner} make git run programs that are not trusted`);
		expect(existsSync(ran)).toBe(false);
		expect(findWorkspaces(project.base)).toEqual([]);
		await gate.at(inner).decide(gate.at(inner).waiting, true);
		const copy = await makeIsolate({ host, settings, gate })({ cwd: project.root, mode: "auto", id: "Task" });
		await copy.discard();
	});

	test("is trusted as far as it has the content that is trusted in the project", async () => {
		await using project = await testProject({ "SYSTEM.md": "Be kind.\n", "sub/a.txt": "a\n" });
		const agentDir = join(project.place.path, "agent");
		const cwd = join(project.root, "sub");
		const gate = new TrustGate({ agentDir, cwd, now: Date.now });
		const claim = (root: string, content: string) =>
			({ kind: "system-prompt", path: join(root, "SYSTEM.md"), content, shown: content, effects: [] }) as const;
		expect(gate.admits(claim(project.root, "Be kind.\n"))).toBe(false);
		await gate.decide(gate.waiting, true);
		const host = { home: project.place.path, env: project.env, now: Date.now };
		const settings = new Settings({ global: { worktree: { base: project.base } } });
		const copy = await makeIsolate({ host, settings, gate })({ cwd, mode: "auto", id: "Task" });
		const inCopy = gate.at(copy.path);
		expect(inCopy.admits(claim(copy.root, "Be kind.\n"))).toBe(true);
		expect(inCopy.admits(claim(copy.root, "Be evil.\n"))).toBe(false);
		await copy.discard();
	});

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
