import { expect } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { bashIn } from "../testing/bash-in.ts";
import { sessionShell } from "./session-shell.ts";

/** The first line of what a command prints, in a session with these variables. */
async function firstLine(project: Workspace, command: string, env: Record<string, string> = {}, shellPath?: string) {
	const whole = { PATH: process.env.PATH, HOME: project.path, ...env };
	const newId = () => crypto.randomUUID();
	await using shell = sessionShell({ home: project.path, env: whole, newId, ...(shellPath && { shellPath }) });
	await using bash = bashIn(project, { shell, env: whole });
	return String((await runTool(bash.tool, { command })).content).split("\n")[0];
}

verifies("tools-exec:bash:shell-prefix", async () => {
	await using project = await workspace({ ".bash_profile": "export FROM_PROFILE=yes\n", ".profile": "" });
	expect(await firstLine(project, "echo [$FROM_PROFILE]")).toBe("[yes]");
	expect(await firstLine(project, "echo [$FROM_PROFILE]", { PI_BASH_NO_LOGIN: "1" })).toBe("[]");
	expect(await firstLine(project, "echo [$FROM_PROFILE]", { CLAUDE_BASH_NO_LOGIN: "1" })).toBe("[]");
	expect(await firstLine(project, "sh -c 'echo $P'", { PI_SHELL_PREFIX: "env P=1" })).toBe("1");
	expect(await firstLine(project, "sh -c 'echo $P'", { CLAUDE_CODE_SHELL_PREFIX: "env P=2" })).toBe("2");
	expect(await firstLine(project, "echo $0 [$BASH_VERSION]", {}, "/bin/dash")).toBe("/bin/dash []");
});

verifies("tools-exec:bash:rc-snapshot", async () => {
	const rc = '[ -z "$PS1" ] && return\nalias hi=\'echo hello\'\nmine() { echo "mine $1"; }\n';
	await using project = await workspace({ ".bashrc": rc });
	expect(await firstLine(project, "hi there")).toBe("hello there");
	expect(await firstLine(project, "mine 2")).toBe("mine 2");
});
