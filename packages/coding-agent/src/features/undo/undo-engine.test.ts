import { expect, test } from "bun:test";
import { existsSync, lstatSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { chmod, rm, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { shownPath } from "./contract/node-state.ts";
import type { Selection, UndoPlan } from "./contract/undo-engine.ts";
import { collectGarbage } from "./store/collect-garbage.ts";
import { type UndoProject, undoProject } from "./testing/undo-project.ts";

const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}\n`);

const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");

async function undo({ engine }: UndoProject, selection: Selection = { kind: "last-turn" }): Promise<UndoPlan> {
	const plan = await engine.planUndo(selection);
	if (!plan) throw new Error("There is nothing to undo");
	expect(await engine.apply(plan)).toMatchObject({ isApplied: true, left: [] });
	return plan;
}

async function redo({ engine }: UndoProject, selection?: Selection): Promise<UndoPlan> {
	const plan = await engine.planRedo(selection);
	if (!plan) throw new Error("There is nothing to redo");
	expect(await engine.apply(plan)).toMatchObject({ isApplied: true, left: [] });
	return plan;
}

const messy = [
	"echo more >> a.txt",
	"rm -r sub",
	"mkdir -p new/er empty",
	"echo n > new/er/n",
	"ln -s a.txt link",
	"chmod 600 b.txt",
	"ln a.txt hard",
	"printf z > $'odd\\377'",
	"rm empty.txt; mkdir empty.txt; echo in > empty.txt/in",
].join("\n");

test.each([false, true])(
	"what a program did is undone and redone byte for byte, in a git repository: %p",
	async (git) => {
		const files = { "a.txt": "one\n", "b.txt": "two\n", "sub/deep/c": "c", "empty.txt": "" };
		await using project = await undoProject(files, { git });
		await project.engine.prepare();
		const start = project.tree();
		await project.sh(messy);
		await project.edit("made/by/tool.txt", "hello\n");
		const after = project.tree();
		expect((await undo(project)).conflicts).toEqual([]);
		expect(project.tree()).toEqual(start);
		await redo(project);
		expect(project.tree()).toEqual(after);
		await project.reopen();
		await undo(project, { kind: "all" });
		expect(project.tree()).toEqual(start);
		expect(await project.engine.planUndo({ kind: "all" })).toBeUndefined();
	},
);

test("HEAD, refs, index, stash and untracked files are undone; objects stay", async () => {
	await using project = await undoProject(
		{ "a.txt": "one\n", ".gitignore": "ignored\n", ignored: "secret\n" },
		{ git: true },
	);
	const start = project.tree();
	await project.sh(
		"echo two > a.txt; echo x > ignored; git commit -qam second; echo three > a.txt; git stash -q; git checkout -qb side",
	);
	const second = (await project.project.git("rev-parse", "HEAD")).trim();
	await undo(project);
	expect(project.tree()).toEqual(start);
	expect((await project.project.git("cat-file", "-t", second)).trim()).toBe("commit");
	await redo(project);
	expect((await project.project.git("rev-parse", "HEAD")).trim()).toBe(second);
	expect(await project.project.git("stash", "list")).toContain("WIP on main");
});

test("a removed .git comes back with all its objects, also those of commits that the agent made", async () => {
	await using project = await undoProject({ "a.txt": "one\n" }, { git: true });
	await project.sh("echo two >> a.txt; git commit -qam second", "1");
	const before = project.tree();
	await project.sh("rm -rf .git a.txt", "2");
	await undo(project);
	expect(project.tree()).toEqual(before);
	expect(await project.project.git("fsck", "--full")).not.toContain("missing");
	expect(await project.project.git("show", "HEAD:a.txt")).toBe("one\ntwo\n");
});

test("an index that only git status brought up to date is no conflict", async () => {
	await using project = await undoProject({ "a.txt": "one\n", "b.txt": "b\n" }, { git: true });
	const start = project.tree();
	await project.sh("echo two > a.txt; git add a.txt");
	utimesSync(project.project.file("b.txt"), 1, 1);
	await project.project.git("update-index", "--refresh");
	expect((await undo(project)).conflicts).toEqual([]);
	expect(project.tree()).toEqual(start);
});

test("what the user changed since stays: merged where it is elsewhere in the text, a conflict where it is not", async () => {
	await using project = await undoProject({
		"merged.txt": lines(20).join(""),
		"same.txt": "1\n",
		"deleted.txt": "1\n",
	});
	await project.sh(
		"sed -i 's/^line 2$/by agent/' merged.txt; echo agent > same.txt; echo agent > deleted.txt; echo new > mine.txt",
	);
	const merged = await project.project.read("merged.txt");
	await project.project.write("merged.txt", merged.replace("line 15\n", "by user\n"));
	await project.project.write("same.txt", "user\n");
	await rm(project.project.file("deleted.txt"));
	await project.project.write("mine.txt", "new\nand mine\n");
	const plan = await undo(project);
	const name = (path: string) => path.slice(path.lastIndexOf("/") + 1);
	expect(plan.steps.map(({ path, isMerged }) => [name(path), isMerged])).toEqual([["merged.txt", true]]);
	expect(plan.conflicts.map(({ path, reason }) => [name(path), reason]).sort()).toEqual([
		["deleted.txt", "changed-since"],
		["mine.txt", "changed-since"],
		["same.txt", "changed-since"],
	]);
	const expected = lines(20).join("").replace("line 15\n", "by user\n");
	expect(await project.project.read("merged.txt")).toBe(expected);
	expect(await project.project.read("same.txt")).toBe("user\n");
	expect(await project.project.read("mine.txt")).toBe("new\nand mine\n");
	await redo(project);
	expect(await project.project.read("merged.txt")).toBe(merged.replace("line 15\n", "by user\n"));
});

test("one call and one file are undone alone, below later changes of the same file", async () => {
	await using project = await undoProject({ "a.txt": lines(30).join(""), "b.txt": "b\n" });
	await project.sh("sed -i 's/^line 3$/first/' a.txt; echo x >> b.txt", "1");
	await project.sh("sed -i 's/^line 20$/second/' a.txt", "2");
	await undo(project, { kind: "calls", callIds: ["sh-1"], paths: [project.project.file("a.txt")] });
	expect(await project.project.read("a.txt")).toBe(lines(30).join("").replace("line 20\n", "second\n"));
	expect(await project.project.read("b.txt")).toBe("b\nx\n");
	await redo(project, { kind: "calls", callIds: ["sh-1"] });
	expect(await project.project.read("a.txt")).toContain("first\n");
	const changes = await project.engine.changes({ kind: "all", among: new Set(["sh-2"]) });
	expect(changes.map(({ calls, turn, isUndone }) => ({ calls, turn, isUndone }))).toEqual([
		{ calls: ["sh-2"], turn: "2", isUndone: false },
	]);
});

test("a folder with files of the user stays until they are gone; the next undo takes the turn before", async () => {
	await using project = await undoProject({ "a.txt": "1\n" });
	const start = project.tree();
	await project.sh("echo 2 > a.txt", "1");
	await project.sh("mkdir new; echo n > new/n", "2");
	await project.project.write("new/mine", "user\n");
	expect((await undo(project)).conflicts).toEqual([]);
	expect(project.tree()).toEqual({
		...start,
		"a.txt": "file 644 2\n",
		new: "folder 755",
		"new/mine": "file 644 user\n",
	});
	await undo(project);
	expect(await project.project.read("a.txt")).toBe("1\n");
	expect(await project.engine.planUndo({ kind: "last-turn" })).toBeUndefined();
	await rm(project.project.file("new/mine"));
	await undo(project, { kind: "all" });
	expect(project.tree()).toEqual(start);
});

test("changes of calls at the same time belong to all of them; what an exact call did not announce, to the user", async () => {
	await using project = await undoProject({ "a.txt": "1\n" });
	const [first, second] = await Promise.all(
		["one", "two"].map((callId) => project.engine.begin({ callId, tool: "bash", turn: "t" })),
	);
	await project.project.write("a.txt", "2\n");
	await first?.end();
	await second?.end();
	const edit = await project.engine.begin({ callId: "edit", tool: "edit", turn: "t", exact: true });
	await edit.willWrite([project.project.file("b.txt")]);
	await project.project.write("b.txt", "agent\n");
	await project.project.write("mine.txt", "user\n");
	expect((await edit.end()).map(({ path }) => shownPath(path))).toEqual([project.project.file("b.txt")]);
	const changes = await project.engine.changes({ kind: "all" });
	expect(changes.map(({ calls }) => calls)).toEqual([["one", "two"], ["edit"]]);
});

test("files outside of the workspace are undone where a tool announced them, through links too", async () => {
	await using project = await undoProject({ "a.txt": "1\n" });
	const outside = join(project.project.path, "..", "outside.txt");
	writeFileSync(outside, "before\n");
	await symlink(outside, project.project.file("link"));
	const call = await project.engine.begin({ callId: "w", tool: "write", turn: "t", exact: true });
	await call.willWrite([project.project.file("link")]);
	writeFileSync(project.project.file("link"), "after\n");
	await call.end();
	await undo(project);
	expect(readFileSync(outside, "utf8")).toBe("before\n");
});

test("FIFOs, sparse giants, other build folders and locked folders: nothing hangs, and what is not covered is named before", async () => {
	await using project = await undoProject(
		{ "a.txt": "1\n", "closed/x": "x\n" },
		{ limits: { maxBuildFolderFiles: 5 } },
	);
	await Bun.spawn(["mkfifo", project.project.file("fifo")]).exited;
	await project.project.write("giant", "");
	await truncate(project.project.file("giant"), 50 * 1024 ** 3);
	for (let index = 0; index < 10; index++) await project.project.write(`node_modules/p${index}/index.js`, "");
	await project.project.write("dist/small.js", "1\n");
	await chmod(project.project.file("closed"), 0o500);
	const { notCovered, programs, files } = await project.engine.prepare();
	const name = (path: string) => path.slice(path.lastIndexOf("/") + 1);
	expect(programs).toBe("covered");
	expect(files).toBeLessThan(15);
	expect(notCovered.map(({ path, reason }) => [name(path), reason]).sort()).toEqual([
		["fifo", "special"],
		["giant", "too-large"],
		["node_modules", "build-folder"],
	]);
	await project.sh("rm -rf node_modules dist a.txt; rm fifo; chmod 700 closed; rm closed/x; chmod 500 closed");
	const plan = await undo(project);
	expect(plan.conflicts.map(({ path, reason }) => [name(path), reason]).sort()).toEqual([
		["fifo", "not-kept"],
		["node_modules", "not-kept"],
	]);
	expect(await project.project.read("dist/small.js")).toBe("1\n");
	expect(await project.project.read("closed/x")).toBe("x\n");
	expect(lstatSync(project.project.file("closed")).mode & 0o777).toBe(0o500);
});

test.each(["home-folder", "root-folder"] as const)(
	"programs are not covered in the %s, file tools are",
	async (why) => {
		await using project = await undoProject({ "a.txt": "1\n" }, { whole: why });
		expect(await project.engine.prepare()).toMatchObject({ programs: "none", why });
		await project.edit("a.txt", "2\n");
		await project.sh("echo 3 > b.txt");
		await undo(project);
		expect(await project.project.read("a.txt")).toBe("1\n");
		expect(await project.project.read("b.txt")).toBe("3\n");
	},
);

test("a workspace with too many files is not covered for programs, and says so", async () => {
	await using project = await undoProject({ "a.txt": "1\n", "b.txt": "1\n", "c.txt": "" }, { limits: { maxFiles: 2 } });
	expect(await project.engine.prepare()).toMatchObject({ programs: "none", why: "too-many-files", watching: "scan" });
});

test("what changed between plan and undo is left alone", async () => {
	await using project = await undoProject({ "a/x": "1\n", "b/x": "1\n" });
	await project.sh("echo 2 > a/x; echo 2 > b/x");
	const plan = await project.engine.planUndo({ kind: "last-turn" });
	await project.project.write("b/x", "user\n");
	const result = plan && (await project.engine.apply(plan));
	expect(result?.left.map(shownPath)).toEqual([project.project.file("b/x")]);
	expect([await project.project.read("a/x"), await project.project.read("b/x")]).toEqual(["1\n", "user\n"]);
	expect((await project.engine.planUndo({ kind: "all" }))?.conflicts.map(({ reason }) => reason)).toEqual([
		"changed-since",
	]);
});

test("an undo that fails in the middle is taken back whole", async () => {
	await using project = await undoProject({ "a/x": "1\n", "b/x": "2\n", c: "c\n" });
	await project.sh("echo 3 > a/x; rm -r b; rm c; mkdir c");
	const before = project.tree();
	const plan = await project.engine.planUndo({ kind: "last-turn" });
	const content = hashOf("2\n");
	await rm(join(project.base, "contents", content.slice(0, 2), content.slice(2)));
	expect(plan && (await project.engine.apply(plan))).toEqual({
		isApplied: false,
		problem: "A content is no longer kept",
		changed: [],
		left: [],
	});
	expect(project.tree()).toEqual(before);
});

test("everything that is kept is closed to others, and stays under the limit", async () => {
	await using project = await undoProject({ "a.txt": "1\n" });
	await project.sh("head -c 100000 /dev/zero > zeros");
	const { stdout } = await runCommand(["find", project.base, "-perm", "/077", "-not", "-name", "*.db*"], { cwd: "/" });
	expect(stdout).toBe("");
	const later = Date.now() + 10 * 60 * 60 * 1000;
	const kept = await collectGarbage(project.base, { maxBytes: 10, now: later });
	// It is in use by this process.
	expect(kept.removedSessions).toEqual([]);
	await project.engine[Symbol.asyncDispose]();
	writeFileSync(join(project.base, "sessions", "session", "owner.json"), '{"pid":0,"started":"never"}');
	const all = await collectGarbage(project.base, { maxBytes: 10, now: later });
	expect(all.removedSessions).toEqual(["session"]);
	expect(existsSync(join(project.base, "sessions", "session"))).toBe(false);
	expect(all.bytes).toBe(0);
	expect(statSync(project.base).mode & 0o777).toBe(0o700);
});
