import { expect, test } from "bun:test";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { proposedChanges } from "./repository-changes.ts";

const propose = (project: Workspace, wanted: { all?: boolean; paths?: readonly string[] } = {}) =>
	proposedChanges(project.path, process.env, { all: wanted.all ?? false, paths: wanted.paths ?? [] });
const refusal = (work: Promise<unknown>) =>
	work.then(
		() => "proposed",
		(error: Error) => error.message,
	);
const changed = async (work: ReturnType<typeof propose>) =>
	(await work).units.map(({ status, path, oldPath }) => [status, oldPath, path].filter(Boolean).join(" "));

for (const mark of ["--skip-worktree", "--assume-unchanged"]) {
	test(`a file marked ${mark} stays out of a named folder, and is taken when it is named itself`, async () => {
		await using project = await workspace({ "conf.ts": "1\n", ".env": "K=none\n", "a.ts": "1\n" }, { git: true });
		await project.git("update-index", mark, "conf.ts", ".env");
		for (const path of ["conf.ts", ".env", "a.ts"]) await project.write(path, "real\n");
		const changes = await propose(project, { paths: ["."] });
		expect(changes.units.map(({ path }) => path)).toEqual(["a.ts"]);
		expect([...changes.diffs.keys()]).toEqual(["a.ts"]);
		expect(changes.chosen.marked).toEqual([".env", "conf.ts"]);
		expect(await changed(propose(project, { paths: [".env"] }))).toEqual(["M .env"]);
		expect(await changed(propose(project, { all: true }))).toEqual(["M a.ts"]);
	});
}

test("a marked file that is new in the index stays out of a named folder", async () => {
	await using project = await workspace({ "a.ts": "1\n" }, { git: true });
	await project.write("conf.ts", "placeholder\n");
	await project.git("add", "-A");
	await project.git("update-index", "--skip-worktree", "conf.ts");
	await project.write("conf.ts", "real\n");
	await project.write("a.ts", "2\n");
	expect(await changed(propose(project, { paths: ["."] }))).toEqual(["M a.ts"]);
});

test("a file of secrets stays out of all changes, whatever was staged of it", async () => {
	for (const isBorn of [true, false]) {
		await using project = await workspace({ ".env": "K=none\n" }, { git: isBorn });
		if (!isBorn) await project.git("init", "-q");
		await project.write(".env", "K=real\n");
		await project.write(".env.local", "K=real\n");
		await project.git("add", "-A");
		await project.write("id_rsa", "key\n");
		await project.write("a.ts", "1\n");
		const changes = await propose(project, { all: true });
		expect(changes.units.map(({ path }) => path)).toEqual(["a.ts"]);
		expect(changes.chosen.guarded).toEqual([".env", ".env.local", "id_rsa"]);
	}
});

test("files outside of a sparse checkout are not deleted by naming a folder", async () => {
	await using project = await workspace({ "in/a.ts": "1\n", "in/deep/z.ts": "1\n", "out/b.ts": "1\n" }, { git: true });
	await project.git("sparse-checkout", "set", "--no-cone", "/in/a.ts");
	await project.write("in/a.ts", "2\n");
	expect(await changed(propose(project, { paths: ["."] }))).toEqual(["M in/a.ts"]);
	expect(await changed(propose(project, { paths: ["in"] }))).toEqual(["M in/a.ts"]);
	expect(await refusal(propose(project, { paths: ["out/b.ts"] }))).toContain("There is nothing to commit");
});

test("a name that is nowhere is named, also beside one that is there", async () => {
	await using project = await workspace({ "a.ts": "1\n", "gone.ts": "1\n" }, { git: true });
	await project.write("a.ts", "2\n");
	await project.git("rm", "-q", "gone.ts");
	for (const paths of [["nosuchfile"], ["a.ts", "nosuchfile"]])
		expect(await refusal(propose(project, { paths }))).toBe("There is no nosuchfile in this repository");
	expect(await changed(propose(project, { paths: ["a.ts", "gone.ts"] }))).toEqual(["M a.ts", "D gone.ts"]);
});

test("a staged deletion and a staged rename can be named; a file that is only untracked now is deleted", async () => {
	await using project = await workspace({ x: "x\n".repeat(9), y: "1\n", ".env": "K=none\n" }, { git: true });
	await project.git("rm", "-q", "y");
	await project.git("mv", "x", "z");
	expect(await changed(propose(project, { paths: ["y"] }))).toEqual(["D y"]);
	expect(await changed(propose(project, { paths: ["x", "z"] }))).toEqual(["R x z"]);
	await project.git("rm", "-q", "--cached", ".env");
	await project.write(".env", "K=real\n");
	expect(await changed(propose(project, { paths: [".env"] }))).toEqual(["D .env"]);
});

test("a folder that takes the place of a staged deletion can be named with it", async () => {
	await using project = await workspace({ swap: "1\n" }, { git: true });
	await project.git("rm", "-q", "swap");
	await project.write("swap/inside", "2\n");
	expect(await changed(propose(project, { paths: ["."] }))).toEqual(["D swap", "A swap/inside"]);
	expect(await changed(propose(project, { paths: ["swap"] }))).toEqual(["D swap", "A swap/inside"]);
});

test("in the middle of git am, the advice is git am --continue", async () => {
	await using project = await workspace({ a: "1\n" }, { git: true });
	await project.write("a", "2\n");
	await project.git("commit", "-qam", "two");
	await project.write(".git/patch", await project.git("format-patch", "-1", "--stdout"));
	await project.git("reset", "-q", "--hard", "HEAD^");
	await project.write("a", "3\n");
	await project.git("commit", "-qam", "three");
	await project.git("am", ".git/patch").catch(() => "");
	expect(await refusal(propose(project))).toContain("git am --continue");
});

test("a merge that was resolved to what HEAD has is named", async () => {
	await using project = await workspace({ a: "1\n" }, { git: true });
	await project.git("checkout", "-q", "-b", "other");
	await project.write("a", "theirs\n");
	await project.git("commit", "-qam", "theirs");
	await project.git("checkout", "-q", "main");
	await project.write("a", "ours\n");
	await project.git("commit", "-qam", "ours");
	await project.git("merge", "-q", "other").catch(() => "");
	await project.git("checkout", "--ours", "a");
	await project.git("add", "a");
	await project.write("untracked", "");
	expect(await refusal(propose(project))).toContain("A merge is in progress");
});
