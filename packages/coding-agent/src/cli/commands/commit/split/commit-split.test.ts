import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type ProposedChanges, proposedChanges } from "../changes/repository-changes.ts";
import { commitAll, commitSplit } from "./commit-split.ts";
import { type ProposedCommit, planSplit } from "./plan-split.ts";

const numbered = (change: (line: number) => string | undefined = () => undefined) =>
	Array.from({ length: 40 }, (_, index) => `${change(index + 1) ?? `line ${index + 1}`}\n`).join("");
const propose = (project: Workspace, wanted: { all?: boolean; paths?: readonly string[] } = {}) =>
	proposedChanges(project.path, process.env, { all: wanted.all ?? false, paths: wanted.paths ?? [] });
const failure = (work: Promise<unknown>) =>
	work.then(
		() => "committed",
		(error: Error) => error.message,
	);
const committed = (project: Workspace) => project.git("show", "--name-status", "--format=%s", "HEAD");
const edit = (path: string, before: string, after: string) => ({
	path,
	before: Buffer.from(before),
	after: Buffer.from(after),
});

function plan(changes: ProposedChanges, commits: readonly ProposedCommit[]) {
	const planned = planSplit(changes.units, commits);
	if ("problem" in planned) throw new Error(planned.problem);
	return planned;
}

async function hook(project: Workspace, name: string, script: string): Promise<void> {
	await project.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
	chmodSync(project.file(`.git/hooks/${name}`), 0o755);
}

test("what is committed is what was shown, not what the files are meanwhile", async () => {
	await using project = await workspace({ a: "1\n" }, { git: true });
	await project.write("a", "2\n");
	await project.write("new", "new\n");
	const changes = await propose(project, { all: true });
	await project.write(".env", "K=secret\n");
	await project.write("a", "3, not shown\n");
	await commitAll(changes, "m", []);
	expect(await committed(project)).toBe("m\n\nM\ta\nA\tnew\n");
	expect(await project.git("show", "HEAD:a")).toBe("2\n");
	expect(await project.git("status", "--porcelain")).toBe(" M a\n?? .env\n");
});

test("nothing is committed when index, HEAD or branch are not as they were shown", async () => {
	await using project = await workspace({ a: "1\n", b: "1\n" }, { git: true });
	await project.write("a", "2\n");
	await project.git("add", "a");
	const changes = await propose(project);
	const head = await project.git("rev-parse", "HEAD");
	await project.write("evil", "x");
	await project.git("add", "evil");
	expect(await failure(commitAll(changes, "m", []))).toContain("The index was changed by another process meanwhile");
	await project.git("rm", "-q", "--cached", "evil");
	await project.git("checkout", "-q", "-b", "other");
	expect(await failure(commitAll(changes, "m", []))).toContain("HEAD was moved by another process meanwhile");
	await project.git("checkout", "-q", "main");
	expect(await project.git("rev-parse", "HEAD")).toBe(head);
	await project.git("status");
	await commitAll(changes, "m", []);
	expect(await committed(project)).toBe("m\n\nM\ta\n");
	await project.write("a", "3\n");
	await project.git("add", "a");
	const next = await propose(project);
	await project.git("commit", "-q", "--allow-empty", "-m", "other");
	expect(await failure(commitAll(next, "m", []))).toContain("HEAD was moved by another process meanwhile");
});

test("an index that git only refreshed is still the one that was shown", async () => {
	await using project = await workspace({ a: "1\n", b: "1\n" }, { git: true });
	await project.write("a", "2\n");
	await project.git("add", "a");
	const changes = await propose(project);
	await project.write("b", "1\n");
	await project.git("update-index", "--refresh");
	await commitAll(changes, "m", []);
	expect(await committed(project)).toBe("m\n\nM\ta\n");
});

test("an interrupt during a hook leaves index, HEAD, changelog and staged versions as they were", async () => {
	await using project = await workspace({ a: "1\n", b: "1\n", "CHANGELOG.md": "# Changelog\n" }, { git: true });
	await project.write(".env", "K=staged\n");
	await project.write("a", "2\n");
	await project.git("add", "-A");
	await project.write(".env", "K=worktree\n");
	await project.write("b", "2\n");
	await project.write("new", "new\n");
	const before = [await project.git("status", "--porcelain"), await project.git("ls-files", "-s")];
	const head = await project.git("rev-parse", "HEAD");
	const running = project.file(".git/running");
	// The first of two passes.
	await hook(project, "pre-commit", `[ -e .git/first ] || { touch .git/first; exit 0; }\ntouch '${running}'\nsleep 60`);
	const changes = await propose(project, { all: true });
	const split = plan(changes, [
		{ message: "one", changes: [{ path: "a", hunks: "all" }] },
		{
			message: "two",
			changes: [
				{ path: "b", hunks: "all" },
				{ path: "new", hunks: "all" },
			],
		},
	]);
	const interrupted = new AbortController();
	const edits = [edit("CHANGELOG.md", "# Changelog\n", "# Changelog\n\n- entry\n")];
	const work = failure(commitSplit(changes, split, edits, { signal: interrupted.signal }));
	await until(() => existsSync(running));
	expect(await project.git("rev-parse", "HEAD^")).toBe(head);
	interrupted.abort(new Error("interrupted"));
	expect(await work).toContain("Interrupted");
	expect([await project.git("status", "--porcelain"), await project.git("ls-files", "-s")]).toEqual(before);
	expect(await project.git("rev-parse", "HEAD")).toBe(head);
	expect(await project.read("CHANGELOG.md")).toBe("# Changelog\n");
	expect(await project.git("show", ":.env")).toBe("K=staged\n");
}, 20_000);

test("an interrupt during a post-commit hook keeps the finished commit, with its index", async () => {
	await using project = await workspace({ a: "1\n" }, { git: true });
	await project.write("a", "2\n");
	const running = project.file(".git/running");
	await hook(project, "post-commit", `touch '${running}'\nsleep 60`);
	const changes = await propose(project);
	const interrupted = new AbortController();
	const work = commitAll(changes, "m", [], { signal: interrupted.signal });
	await until(() => existsSync(running));
	interrupted.abort(new Error("interrupted"));
	expect((await work).commits).toEqual([expect.stringContaining(" m")]);
	expect(await project.git("status", "--porcelain")).toBe("");
}, 20_000);

test("what another process stages during a hook stays staged, whether the hook refuses or not", async () => {
	for (const code of [1, 0]) {
		await using project = await workspace({ a: "1\n", b: "1\n" }, { git: true });
		await project.write("a", "2\n");
		await project.write("b", "2\n");
		const running = project.file(".git/running");
		const go = project.file(".git/go");
		await hook(project, "pre-commit", `touch '${running}'\nwhile [ ! -e '${go}' ]; do sleep 0.05; done\nexit ${code}`);
		const changes = await propose(project, { paths: ["a"] });
		const work = failure(commitAll(changes, "m", []));
		await until(() => existsSync(running));
		await project.git("add", "b");
		writeFileSync(go, "");
		expect(await work).toStartWith(code === 0 ? "committed" : "git failed");
		expect(await project.git("status", "--porcelain")).toBe(code === 0 ? "M  b\n" : " M a\nM  b\n");
		expect(existsSync(project.file(".git/index.lock"))).toBe(false);
	}
}, 20_000);

test("only one commit of all changes: a staged version that is neither in HEAD nor on disk stays staged", async () => {
	await using project = await workspace({ a: numbered(), b: "1\n", c: numbered() }, { git: true });
	const both = (line: number) => (line === 2 || line === 38 ? `changed ${line}` : undefined);
	await project.write("a", `staged only\n${numbered()}`);
	await project.write("c", numbered(both));
	await project.git("add", "a", "c");
	await project.write("a", numbered(both));
	const changes = await propose(project, { all: true });
	const parts = (number: number) => [
		{ path: "a", hunks: [number] },
		{ path: "c", hunks: [number] },
	];
	const [first] = plan(changes, [
		{ message: "one", changes: parts(1) },
		{ message: "two", changes: parts(2) },
	]);
	if (!first) throw new Error("no plan");
	await commitSplit(changes, [first], []);
	expect(await project.git("show", "HEAD:a")).toBe(numbered((line) => (line === 2 ? "changed 2" : undefined)));
	expect(await project.git("show", ":a")).toBe(`staged only\n${numbered()}`);
	expect(await project.git("show", ":c")).toBe(numbered(both));
	expect(await project.git("status", "--porcelain")).toBe("MM a\nM  c\n");
});

test("a named deletion and a named rename are committed; what else is staged stays", async () => {
	await using project = await workspace({ x: "x\n".repeat(9), y: "1\n", other: "1\n", k: "1\n" }, { git: true });
	await project.git("rm", "-q", "y");
	await project.git("mv", "x", "z");
	await project.git("rm", "-q", "--cached", "k");
	await project.write("other", "2\n");
	await project.git("add", "other");
	await commitAll(await propose(project, { paths: ["y"] }), "delete", []);
	expect(await committed(project)).toBe("delete\n\nD\ty\n");
	await commitAll(await propose(project, { paths: ["x", "z"] }), "rename", []);
	expect(await committed(project)).toBe("rename\n\nR100\tx\tz\n");
	await commitAll(await propose(project, { paths: ["k"] }), "untrack", []);
	expect(await committed(project)).toBe("untrack\n\nD\tk\n");
	expect(await project.git("status", "--porcelain")).toBe("M  other\n?? k\n");
});

test("a named file keeps its mark; one that is only marked is not touched", async () => {
	await using project = await workspace({ conf: "1\n", skip: "1\n", a: "1\n" }, { git: true });
	await project.git("update-index", "--assume-unchanged", "conf");
	await project.git("update-index", "--skip-worktree", "skip");
	for (const path of ["conf", "skip", "a"]) await project.write(path, "2\n");
	await commitAll(await propose(project, { paths: ["conf", "a"] }), "m", []);
	expect(await committed(project)).toBe("m\n\nM\ta\nM\tconf\n");
	expect(await project.git("ls-files", "-v")).toBe("H a\nh conf\nS skip\n");
});

test("a hook that formats, adds and removes files: index and commit agree afterwards", async () => {
	await using project = await workspace({ a: "1\n", gone: "1\n", kept: "1\n" }, { git: true });
	await project.write("a", "2\n");
	await project.write("kept", "staged\n");
	await project.git("add", "a", "kept");
	await project.write("kept", "worktree\n");
	await hook(project, "pre-commit", "echo formatted >> a\necho built > built\ngit add a built\ngit rm -q gone");
	const { notes } = await commitAll(await propose(project, { paths: ["a"] }), "m", []);
	expect(await committed(project)).toBe("m\n\nM\ta\nA\tbuilt\nD\tgone\n");
	expect(notes).toEqual(["A hook changed the commit: a, built, gone"]);
	expect(await project.git("status", "--porcelain")).toBe("MM kept\n");
});

test("a changelog is written with the commit; one that was changed meanwhile is left alone", async () => {
	await using project = await workspace({ a: "1\n", "CHANGELOG.md": "old\n" }, { git: true });
	await project.write("a", "2\n");
	const changes = await propose(project);
	await project.write("CHANGELOG.md", "mine\n");
	expect(await failure(commitAll(changes, "m", [edit("CHANGELOG.md", "old\n", "new\n")]))).toContain(
		"CHANGELOG.md was changed meanwhile",
	);
	expect(await project.read("CHANGELOG.md")).toBe("mine\n");
	await project.write("CHANGELOG.md", "old\n");
	await hook(project, "pre-commit", "echo hooked >> CHANGELOG.md\nexit 1");
	expect(await failure(commitAll(changes, "m", [edit("CHANGELOG.md", "old\n", "new\n")]))).toContain(
		"CHANGELOG.md was changed meanwhile, and stays as it is",
	);
	expect(await project.read("CHANGELOG.md")).toBe("new\nhooked\n");
	await project.write("CHANGELOG.md", "old\n");
	await hook(project, "pre-commit", "exit 0");
	await commitAll(changes, "m", [edit("CHANGELOG.md", "old\n", "new\n")]);
	expect(await committed(project)).toBe("m\n\nM\tCHANGELOG.md\nM\ta\n");
	expect(await project.git("status", "--porcelain")).toBe("");
});

test("names that are not UTF-8 are committed as they are", async () => {
	await using project = await workspace({ a: "1\n" }, { git: true });
	const name = Buffer.concat([Buffer.from(`${project.path}/odd-`), Buffer.from([0xff, 0xfe])]);
	writeFileSync(name, "odd\n");
	await project.write("a", "2\n");
	await commitAll(await propose(project, { all: true }), "m", []);
	expect(await project.git("status", "--porcelain")).toBe("");
	expect(await project.git("show", "--name-only", "--format=", "HEAD")).toBe('a\n"odd-\\377\\376"\n');
	writeFileSync(name, "again\n");
	await commitAll(await propose(project), "m", []);
	expect(await project.git("status", "--porcelain")).toBe("");
});

test("no temporary folder and no lock is left", async () => {
	await using project = await workspace({ a: "1\n" }, { git: true });
	await project.write("a", "2\n");
	const folders = () => new Bun.Glob("omp-commit-*/index").scanSync({ cwd: tmpdir(), dot: true });
	const before = [...folders()].length;
	await commitAll(await propose(project), "m", []);
	expect([...folders()].length).toBe(before);
	expect(readFileSync(project.file(".git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
	expect(existsSync(project.file(".git/index.lock"))).toBe(false);
});
