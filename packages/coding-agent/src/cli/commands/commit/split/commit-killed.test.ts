import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { snapshot } from "./testing/random-repository.ts";

const program = join(import.meta.dir, "testing/commit-program.ts");

/** Staged, staged and changed again, not staged, not tracked, and a stash; a hook waits in the second commit. */
async function repository(): Promise<Workspace> {
	const project = await workspace({ a: "1\n", b: "1\n", c: "1\n", "CHANGELOG.md": "old\n" }, { git: true });
	await project.write("c", "stashed\n");
	await project.git("stash", "push", "-q");
	await project.write("a", "2\n");
	await project.write("b", "staged\n");
	await project.write(".env", "K=staged\n");
	await project.git("add", "-A");
	await project.write("b", "worktree\n");
	await project.write(".env", "K=worktree\n");
	await project.write("new", "new\n");
	const wait = "touch .git/running; while [ ! -e .git/go ]; do sleep 0.05; done";
	await project.write(
		".git/hooks/pre-commit",
		`#!/bin/sh\n[ -e .git/first ] || { touch .git/first; exit 0; }\n${wait}\n`,
	);
	chmodSync(project.file(".git/hooks/pre-commit"), 0o755);
	return project;
}

/** Starts a commit in a process group of its own, and waits for the hook. */
async function startCommit(project: Workspace) {
	const child = spawn(process.execPath, [program], { cwd: project.path, detached: true, stdio: "ignore" });
	const exited = once(child, "exit");
	await until(() => existsSync(project.file(".git/running")));
	const { pid } = child;
	if (pid === undefined) throw new Error("not started");
	return { pid, exited };
}

for (const [who, sign] of [
	["omp alone", 1],
	["omp, git and the hook, as Ctrl+C at a terminal does", -1],
] as const) {
	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		test(`${signal} for ${who} during a hook: everything is as before`, async () => {
			await using project = await repository();
			const before = await snapshot(project);
			const { pid, exited } = await startCommit(project);
			expect((await project.git("log", "-1", "--format=%s")).trim()).toBe("one");
			process.kill(sign * pid, signal);
			expect(await exited).toEqual([signal === "SIGINT" ? 130 : 143, null]);
			writeFileSync(project.file(".git/go"), "");
			expect(await snapshot(project)).toEqual(before);
			expect(existsSync(project.file(".git/index.lock"))).toBe(false);
		}, 60_000);
	}

	test(`SIGKILL for ${who} during a hook: index, stash and files are as before`, async () => {
		await using project = await repository();
		const { head, files, ...before } = await snapshot(project);
		const { pid, exited } = await startCommit(project);
		process.kill(sign * pid, "SIGKILL");
		await exited;
		const { head: now, files: left, ...after } = await snapshot(project);
		expect(after).toEqual(before);
		expect<Record<string, string>>({ ...left, "CHANGELOG.md": files["CHANGELOG.md"] ?? "" }).toEqual(files);
		expect(await project.read("CHANGELOG.md")).toBe("new\n");
		expect((await project.git("merge-base", head, now)).trim()).toBe(head);
		expect(await project.git("show", ":.env")).toBe("K=staged\n");
		expect(await project.git("show", ":b")).toBe("staged\n");
		writeFileSync(project.file(".git/go"), "");
	}, 60_000);
}
