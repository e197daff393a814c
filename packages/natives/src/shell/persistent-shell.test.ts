import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, utimesSync } from "node:fs";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { listProcesses } from "../process/process-list.ts";
import { PersistentShell, type PersistentShellOptions, removeLeftFolders } from "./persistent-shell.ts";
import type { ShellRunOptions } from "./shell.ts";

const baseEnv = { PATH: process.env.PATH, LANG: "C.UTF-8" };
const never = new AbortController().signal;

function shellIn(project: Workspace, options: Partial<PersistentShellOptions> = {}) {
	const shell = new PersistentShell({
		shellPath: "bash",
		home: project.path,
		newId: () => crypto.randomUUID(),
		...options,
	});
	const run = async (command: string, more: Partial<ShellRunOptions> = {}) => {
		let output = "";
		const onData = (bytes: Uint8Array) => {
			output += Buffer.from(bytes).toString();
		};
		const env = more.env ?? baseEnv;
		const { exitCode } = await shell.run(command, { cwd: project.path, signal: never, onData, ...more, env });
		return { output, exitCode };
	};
	return { run, [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose]() };
}

async function isRunning(pid: number): Promise<boolean> {
	return (await listProcesses()).some((process) => process.pid === pid);
}

describe.each(["bash", "dash"])("a persistent %s", (shellPath) => {
	test("keeps exports, functions and options, and starts every command in its folder", async () => {
		await using project = await workspace({ "sub/file": "" });
		await using shell = shellIn(project, { shellPath });
		await shell.run("export A=1; f() { echo called $1; }; set -f; cd sub");
		expect(await shell.run("echo $A; f 2; echo *; pwd")).toEqual({
			output: `1\ncalled 2\n*\n${project.path}\n`,
			exitCode: 0,
		});
		expect(await shell.run("ls", { cwd: project.file("sub") })).toEqual({ output: "file\n", exitCode: 0 });
	});

	test("reports exit codes, and continues after a syntax error", async () => {
		await using project = await workspace();
		await using shell = shellIn(project, { shellPath });
		await shell.run("export A=kept");
		expect((await shell.run("(exit 7)")).exitCode).toBe(7);
		expect((await shell.run("no-such-command")).exitCode).toBe(127);
		await shell.run("break");
		await shell.run("continue");
		expect((await shell.run("echo $A")).output).toBe("kept\n");
	});

	test("an exit ends it with that code, and the next command gets a new one", async () => {
		await using project = await workspace();
		await using shell = shellIn(project, { shellPath });
		expect(await shell.run("export A=1; echo bye; exit 3")).toEqual({ output: "bye\n", exitCode: 3 });
		expect(await shell.run('echo "[$A]"')).toEqual({ output: "[]\n", exitCode: 0 });
	});

	test("variables for one command do not persist", async () => {
		await using project = await workspace();
		await using shell = shellIn(project, { shellPath });
		const variables = { A: "it's\ntwo lines", B: "$HOME" };
		const command = 'true; echo "$A|$B"; sh -c \'echo "$B"\'';
		expect((await shell.run(command, { variables })).output).toBe("it's\ntwo lines|$HOME\n$HOME\n");
		expect((await shell.run('echo "[$A$B]"')).output).toBe("[]\n");
	});
});

describe("a persistent shell", () => {
	test("error messages count lines from the command's first", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		await shell.run("true");
		expect(await shell.run("true\nno-such-command")).toEqual({
			output: "bash: line 2: no-such-command: command not found\n",
			exitCode: 127,
		});
		expect((await shell.run("if")).exitCode).toBe(2);
	});

	test("shell options that print or stop do not break it", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		await shell.run("set -xv; trap 'echo debugging' DEBUG; echo() { :; }; alias cd=false; IFS=,; set -C; set -u");
		await shell.run("trap - DEBUG; set +xv");
		expect(await shell.run("printf hi")).toEqual({ output: "hi", exitCode: 0 });
		expect((await shell.run("set -e; false; true")).exitCode).toBe(1);
		expect((await shell.run("set -u; echo $nothing")).exitCode).toBe(127);
		expect((await shell.run("false; printf fresh")).output).toBe("fresh");
	});

	test("stdin is empty, and stdout and stderr are in order", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		expect(await shell.run("cat; echo one; echo two >&2; echo three")).toEqual({
			output: "one\ntwo\nthree\n",
			exitCode: 0,
		});
	});

	test("a long command with all kinds of quotes arrives unchanged", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		const text = `it's "quoted" \\ $HOME \`x\` é ✓ ${"long ".repeat(60_000)}`;
		const { output } = await shell.run(`cat <<'END'\n${text}\nEND`);
		expect(output === `${text}\n`).toBe(true);
	});

	test("a command gets a new shell while this one is busy", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		await shell.run("export A=1");
		const slow = shell.run("touch begun; while [ ! -e go ]; do sleep 0.01; done; echo $A");
		await until(() => existsSync(project.file("begun")));
		expect((await shell.run('touch go; echo "[$A]"; export A=2')).output).toBe("[]\n");
		expect((await slow).output).toBe("1\n");
		expect((await shell.run("echo $A")).output).toBe("1\n");
	});

	test("an isolated command leaves it free", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		await shell.run("export A=1");
		const slow = shell.run('until [ -e go ]; do sleep 0.01; done; echo "[$A]"', { apart: true });
		expect((await shell.run("echo $A; touch go")).output).toBe("1\n");
		expect((await slow).output).toBe("[]\n");
	});

	test("background children survive, and their later output is discarded", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		const { output } = await shell.run("(sleep 0.1; echo soon; sleep 0.6; echo late; echo alive >late) & echo $!");
		const [pid, soon] = output.split("\n");
		expect(soon).toBe("soon");
		expect(await isRunning(Number(pid))).toBe(true);
		expect((await shell.run("while [ ! -e late ]; do sleep 0.01; done; echo next")).output).toBe("next\n");
	});

	test("an abort kills the command, its descendants and the shell", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		await shell.run("export A=1");
		const controller = new AbortController();
		const running = shell.run("sleep 300 & echo $! >pid; sleep 300", { signal: controller.signal });
		await until(async () => (await project.read("pid")) !== "");
		controller.abort();
		expect((await running).exitCode).toBe(null);
		expect(await isRunning(Number(await project.read("pid")))).toBe(false);
		expect((await shell.run('echo "[$A]"')).output).toBe("[]\n");
	});

	test("dispose kills background processes", async () => {
		await using project = await workspace();
		const shell = shellIn(project);
		const { output } = await shell.run("sleep 300 & echo $!");
		await shell[Symbol.asyncDispose]();
		expect(await isRunning(Number(output))).toBe(false);
	});

	test.skipIf(process.platform !== "linux")("dispose kills reparented processes without our environment", async () => {
		await using project = await workspace();
		const shell = shellIn(project);
		await shell.run(`(env -i setsid bash -c 'echo $$ >pid; exec sleep 300' &)`);
		const pid = Number(await until(() => project.read("pid")));
		await shell[Symbol.asyncDispose]();
		expect(await isRunning(pid)).toBe(false);
	});

	test("closing the output ends the writer, as with head", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		const enough = new AbortController();
		let bytes = 0;
		const onData = (chunk: Uint8Array) => {
			bytes += chunk.length;
			if (bytes > 1_000_000) enough.abort();
		};
		const { exitCode } = await shell.run("yes", { onData, enough: enough.signal });
		expect(exitCode).toBe(128 + 13);
	});

	test("another environment gets another shell", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		await shell.run("export A=1");
		expect((await shell.run('echo "[$A]$B"', { env: { ...baseEnv, B: "b" } })).output).toBe("[]b\n");
	});

	test("a prefix is put before every command", async () => {
		await using project = await workspace();
		await using shell = shellIn(project, { prefix: "X=1 env" });
		expect((await shell.run("sh -c 'echo $X'")).output).toBe("1\n");
	});
});

describe("startup files", () => {
	test("a login shell keeps the given environment and appends to PATH", async () => {
		await using project = await workspace({
			".bash_profile": 'export PATH="/added:/usr/bin" EDITOR=vim OWN=profile; echo hello',
		});
		await using shell = shellIn(project, { login: true });
		const env = { ...baseEnv, HOME: project.path, PATH: "/first:/usr/bin:/bin", EDITOR: "true" };
		expect((await shell.run('echo "$PATH $EDITOR $OWN"', { env })).output).toBe(
			"/first:/usr/bin:/bin:/added true profile\n",
		);
	});

	test("aliases, functions and options of .bashrc are available", async () => {
		const rc = `case $- in *i*) ;; *) return ;; esac
alias hi='echo hello from an alias'
alias rm='rm -i'
mine() { echo "mine $1"; }
shopt -s globstar`;
		await using project = await workspace({ ".bashrc": rc, "a/b/c": "", gone: "" });
		await using shell = shellIn(project);
		expect(await shell.run("hi; mine 2; echo **/c; rm gone; ls gone")).toEqual({
			output: "hello from an alias\nmine 2\na/b/c\nls: cannot access 'gone': No such file or directory\n",
			exitCode: 2,
		});
	});

	test("startup files that fail or exit do not break the shell", async () => {
		await using project = await workspace({ ".bashrc": "exit 1", ".bash_profile": "exit 1" });
		await using shell = shellIn(project, { login: true });
		const env = { ...baseEnv, HOME: project.path };
		expect((await shell.run("echo works", { env })).output).toBe("works\n");
	});
});

describe("a shell that could run nothing more is replaced, and a line says so", () => {
	test.each([
		"set -o noexec",
		"set -n; echo never",
		"builtin() { :; }",
		"shopt -s extdebug; trap false DEBUG",
		"shopt -s extdebug; trap 'return 1' DEBUG; true",
	])("%s", async (command) => {
		await using project = await workspace();
		await using shell = shellIn(project);
		const { output, exitCode } = await shell.run(`echo begun; ${command}`);
		expect(output).toMatch(/^begun\n[\s\S]*\n\[The command left the shell unable to run another one/);
		expect(exitCode).toBeNull();
		expect(await shell.run("echo alive")).toEqual({ output: "alive\n", exitCode: 0 });
	});

	test.each([
		"eval() { :; }",
		"builtin() { false; }",
		"command() { :; }",
		"read() { :; }; cd() { false; }",
		"shopt -s expand_aliases; alias builtin=false command=false",
	])("the next command still runs after %s", async (command) => {
		await using project = await workspace();
		await using shell = shellIn(project);
		await shell.run(command);
		expect(await shell.run("printf alive")).toEqual({ output: "alive", exitCode: 0 });
	});

	test("a long command that writes elsewhere is left alone", async () => {
		await using project = await workspace();
		await using shell = shellIn(project);
		expect(await shell.run("exec > log; sleep 2.5; echo done; exec >/dev/null; sleep 1")).toEqual({
			output: "",
			exitCode: 0,
		});
	});
});

test("a non-POSIX shell runs each command on its own", async () => {
	await using project = await workspace({ myshell: '#!/bin/sh\nexec sh "$@"\n' });
	await Bun.spawn(["chmod", "+x", project.file("myshell")]).exited;
	await using shell = shellIn(project, { shellPath: project.file("myshell") });
	await shell.run("export A=1");
	expect((await shell.run('echo "[$A]"')).output).toBe("[]\n");
});

test("folders that a killed omp left are removed after a day, and no others", async () => {
	await using place = await workspace();
	const old = new Date(Date.now() - 2 * 24 * 3600 * 1000);
	const dead = 2 ** 22 + 1;
	for (const name of [`omp-shell-${dead}-aaaaaa`, `omp-shell-${process.pid}-bbbbbb`, "omp-shell-mine"]) {
		await place.write(`${name}/0/x`, "");
		utimesSync(place.file(name), old, old);
	}
	await place.write(`omp-shell-${dead}-cccccc/0/x`, "");
	await removeLeftFolders(place.path, Date.now());
	expect(readdirSync(place.path).toSorted()).toEqual(
		[`omp-shell-${dead}-cccccc`, `omp-shell-${process.pid}-bbbbbb`, "omp-shell-mine"].toSorted(),
	);
});
