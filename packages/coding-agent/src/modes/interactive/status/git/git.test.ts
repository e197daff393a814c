import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TrustGate } from "../../../../trust/trust-gate.ts";
import { type GitState, parseGitState } from "./git-state.ts";
import { type GitPorts, GitWatch } from "./git-watch.ts";
import { localGit } from "./local-git.ts";

const clean: GitState = { branch: "main", staged: 0, modified: 0, untracked: 0, ahead: 0, behind: 0 };

test("what git prints is counted", () => {
	const printed = [
		"# branch.oid 0123456789abcdef",
		"# branch.head main",
		"# branch.upstream origin/main",
		"# branch.ab +2 -1",
		"1 M. N... 100644 100644 100644 a b staged.ts",
		"1 MM N... 100644 100644 100644 a b both.ts",
		"1 .M N... 100644 100644 100644 a b modified.ts",
		"2 R. N... 100644 100644 100644 a b R100 new.ts\told.ts",
		"u UU N... 100644 100644 100644 100644 a b c conflict.ts",
		"? new file.ts",
		"",
	].join("\n");
	expect(parseGitState(printed)).toEqual({
		branch: "main",
		staged: 3,
		modified: 3,
		untracked: 1,
		ahead: 2,
		behind: 1,
	});
	expect(parseGitState("# branch.oid 0123456789abcdef\n# branch.head (detached)\n")?.branch).toBe("0123456");
	expect(parseGitState("")).toBeUndefined();
});

/** A repository whose looks last until told otherwise. */
function madeUpGit() {
	const looks: Array<(state: GitState | undefined) => void> = [];
	const waiting: Array<{ delayMs: number; act: () => void }> = [];
	let time = 0;
	let changed = () => {};
	const ports: GitPorts = {
		read: () => new Promise((resolve) => looks.push(resolve)),
		watch: async (_folder, onChange) => {
			changed = onChange;
			return () => {};
		},
		now: () => time,
		after: (delayMs, act) => {
			waiting.push({ delayMs, act });
			return () => {};
		},
	};
	const pass = (ms: number) => {
		time += ms;
	};
	return { ports, looks, waiting, pass, change: () => changed() };
}

verifies("tui:status:git-off-render-path", async () => {
	const git = madeUpGit();
	let changes = 0;
	using watch = new GitWatch(
		git.ports,
		() => "/project",
		() => changes++,
	);
	expect([watch.state, git.looks.length]).toEqual([undefined, 0]);

	watch.start();
	expect([watch.state, git.looks.length]).toEqual([undefined, 1]);
	git.looks[0]?.(clean);
	await until(() => changes === 1);
	expect([watch.state, git.looks.length]).toEqual([clean, 1]);

	git.pass(1999);
	expect([watch.state, git.looks.length]).toEqual([clean, 1]);
	git.change();
	git.change();
	expect(git.waiting.map(({ delayMs }) => delayMs)).toEqual([2000]);
	git.pass(1);
	git.waiting[0]?.act();
	expect([watch.state, git.looks.length]).toEqual([clean, 2]);
	git.looks[1]?.({ ...clean, modified: 1 });
	await until(() => changes === 2);
	expect(watch.state).toEqual({ ...clean, modified: 1 });
});

test("what was drawn before a change is looked at once more when nothing is drawn any more, and then no more", async () => {
	const git = madeUpGit();
	let changes = 0;
	using watch = new GitWatch(
		git.ports,
		() => "/project",
		() => changes++,
	);
	watch.start();
	git.looks[0]?.({ ...clean, modified: 8 });
	await until(() => changes === 1);
	expect(watch.state).toEqual({ ...clean, modified: 8 });
	git.pass(2000);
	git.waiting[0]?.act();
	git.looks[1]?.(clean);
	await until(() => changes === 2);
	expect(watch.state).toEqual(clean);
	git.pass(2000);
	git.waiting[1]?.act();
	git.looks[2]?.(clean);
	await Bun.sleep(0);
	expect([changes, git.waiting.length, git.looks.length]).toEqual([2, 2, 3]);
});

test("a look that takes long is followed by a long pause, and another folder is looked at at once", async () => {
	const git = madeUpGit();
	let folder = "/huge";
	let changes = 0;
	using watch = new GitWatch(
		git.ports,
		() => folder,
		() => changes++,
	);
	watch.start();
	git.pass(1000);
	git.looks[0]?.(clean);
	await until(() => changes === 1);
	git.pass(19_999);
	expect([watch.state, git.looks.length]).toEqual([clean, 1]);
	folder = "/other";
	expect([watch.state, git.looks.length]).toEqual([undefined, 2]);
});

test("a real repository is read, and a commit is noticed", async () => {
	await using project = await workspace();
	const gate = new TrustGate({ agentDir: project.file("agent"), cwd: project.path, now: () => 0 });
	const ports = localGit(
		process.env,
		() => 0,
		() => gate,
	);
	expect(await ports.read(project.path)).toBeUndefined();
	await project.git("init", "-q", "-b", "trunk");
	await project.write("a.txt", "a\n");
	expect(await ports.read(project.path)).toEqual({ ...clean, branch: "trunk", untracked: 1 });
	let changes = 0;
	const end = await ports.watch(project.path, () => changes++);
	await project.git("add", "a.txt");
	await until(() => changes > 0);
	expect(await ports.read(project.path)).toEqual({ ...clean, branch: "trunk", staged: 1 });
	end();
});

test("programs that a repository's own configuration names are not run unless it is trusted", async () => {
	await using project = await workspace();
	await project.git("init", "-q", "-b", "trunk");
	const marker = project.file("marker");
	await project.write("watch.sh", `#!/bin/sh\ntouch ${marker}\n`);
	await chmod(project.file("watch.sh"), 0o755);
	await project.git("config", "core.fsmonitor", project.file("watch.sh"));
	await project.git("config", "filter.evil.clean", `touch ${marker}; cat`);
	await project.write(".gitattributes", "*.txt filter=evil\n");
	await project.write("a.txt", "a\n");
	const gate = new TrustGate({ agentDir: project.file("agent"), cwd: project.path, now: () => 0 });
	const ports = localGit(
		process.env,
		() => 0,
		() => gate,
	);
	expect(await ports.read(project.path)).toEqual({ ...clean, branch: "trunk" });
	expect(await Bun.file(marker).exists()).toBe(false);
	expect(gate.waiting.map(({ id }) => id)).toEqual(["git-config:.git/config"]);
	await gate.decide(gate.waiting, true);
	expect((await ports.read(project.path))?.untracked).toBe(4);
});
