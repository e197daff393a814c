import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { bashIn } from "../testing/bash-in.ts";

/** A project whose `direnv` is a script, and a shell that finds it. */
async function withDirenv(script: string, files: Record<string, string> = { ".envrc": "" }) {
	const project = await workspace({ ...files, "bin/direnv": `#!/bin/sh\n${script}\n` });
	await chmod(project.file("bin/direnv"), 0o755);
	const env = { PATH: `${project.file("bin")}:${process.env.PATH}`, HOME: project.path, OLD: "old", KEPT: "kept" };
	return { project, env };
}

const print = (changes: object) => `cat <<'END'\n${JSON.stringify(changes)}\nEND`;

async function outputOf(project: Workspace, env: Record<string, string>, command: string, more = {}) {
	await using bash = bashIn(project, { env, direnv: { timeoutMs: 5000 } });
	const { content } = await runTool(bash.tool, { command, ...more });
	return String(content).split("\n\nWall time")[0];
}

verifies("tools-exec:bash:direnv", async () => {
	const changes = { NEW: "it's new", OLD: null, "bad-name": "x", DIRENV_DIFF: "y", SHARED: "from direnv" };
	const { project, env } = await withDirenv(`[ "$*" = "export json" ] && ${print(changes)}`);
	await using _project = project;
	const command = 'echo "$NEW|$(printenv OLD || echo gone)|$KEPT|$SHARED|$DIRENV_DIFF"';
	expect(await outputOf(project, env, command)).toBe("it's new|gone|kept|from direnv|\n");
	expect(await outputOf(project, env, command, { env: { SHARED: "given", OLD: "given" } })).toBe(
		"it's new|given|kept|given|\n",
	);
	await project.write("deep/er/file", "");
	expect(await outputOf(project, env, "echo $NEW", { cwd: "deep/er" })).toBe("it's new\n");
});

test("one that is not allowed, fails, talks nonsense or takes too long changes nothing", async () => {
	for (const script of ["exit 1", 'echo \'{"A":"1"}\'; exit 1', "echo nonsense", "echo null", "sleep 600"]) {
		const { project, env } = await withDirenv(script);
		await using _project = project;
		await using bash = bashIn(project, { env, direnv: { timeoutMs: 200 } });
		const { content } = await runTool(bash.tool, { command: 'echo "[$A]"' });
		expect([script, String(content).split("\n")[0]]).toEqual([script, "[]"]);
	}
});

test("without an .envrc, and when it is switched off, direnv is not asked", async () => {
	const { project, env } = await withDirenv("touch asked", {});
	await using _project = project;
	expect(await outputOf(project, env, "ls")).toBe("bin\n");
	await project.write(".envrc", "");
	await using bash = bashIn(project, { env });
	expect((await runTool(bash.tool, { command: "ls" })).content).toStartWith("bin\n");
});

test("the time that direnv takes counts", async () => {
	const { project, env } = await withDirenv("sleep 600");
	await using _project = project;
	await using bash = bashIn(project, { env, direnv: { timeoutMs: 60_000 } });
	expect((await runTool(bash.tool, { command: "echo hi", timeout: 1 })).content).toContain("timed out after 1 seconds");
});

requires("direnv")("a real direnv: blocked first, then allowed", async () => {
	await using project = await workspace({ ".envrc": "export COLOUR=blue\nunset KEPT\n" });
	const env = { PATH: process.env.PATH ?? "", HOME: project.path, KEPT: "kept" };
	const command = 'echo "$COLOUR|$(printenv KEPT || echo gone)"';
	expect(await outputOf(project, env, command)).toBe("|kept\n");
	await Bun.spawn(["direnv", "allow"], { cwd: project.path, env, stderr: "ignore" }).exited;
	expect(await outputOf(project, env, command)).toBe("blue|gone\n");
});
