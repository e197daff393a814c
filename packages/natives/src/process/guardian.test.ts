import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { isRunning, startTimeOf } from "./process-list.ts";

const module = Bun.resolveSync("./guardian.ts", import.meta.dir);

const folder = `it's "ours" $HOME`;

/**
 * Starts three programs in process groups of their own and prints their PIDs; one is unregistered, one ignores SIGTERM.
 */
const program = `
	import { mkdirSync } from "node:fs";
	import { killOnExit, removeOnExit } from ${JSON.stringify(module)};
	const start = (script) => Bun.spawn(["sh", "-c", script], { detached: true, stdio: ["ignore", "ignore", "ignore"] }).pid;
	const pids = [start("sleep 1000 & sleep 1000"), start("trap '' TERM; while :; do sleep 0.1; done"), start("sleep 1000")];
	const forget = pids.map(killOnExit);
	forget[2]();
	mkdirSync(${JSON.stringify(folder)});
	removeOnExit(process.cwd() + "/" + ${JSON.stringify(folder)});
	console.log(pids.join(" "));
	setInterval(() => {}, 1000);
`;

test.each(["SIGKILL", "SIGTERM", "SIGHUP"] as const)(
	"registered processes are killed after %s; an unregistered one is not",
	async (signal) => {
		await using project = await workspace({ "main.ts": program });
		const child = Bun.spawn([process.execPath, "main.ts"], { cwd: project.path, stdout: "pipe" });
		const { value } = await child.stdout.getReader().read();
		const pids = new TextDecoder().decode(value).trim().split(" ").map(Number);
		const started = pids.map((pid) => startTimeOf(pid) ?? "");
		const running = () => pids.map((pid, index) => isRunning(pid, started[index] ?? ""));
		expect(running()).toEqual([true, true, true]);
		child.kill(signal);
		await until(() => running().filter(Boolean).length === 1);
		expect(running()).toEqual([false, false, true]);
		await until(async () => (await readdir(project.path)).length === 1);
		process.kill(-(pids[2] ?? 0), "SIGKILL");
	},
);

test("background processes of a command are killed on exit, even if their shell has exited before", async () => {
	await using project = await workspace({ "main.ts": leavingProgram });
	const child = Bun.spawn([process.execPath, "main.ts"], { cwd: project.path, stdout: "pipe" });
	const { value } = await child.stdout.getReader().read();
	const pid = Number(new TextDecoder().decode(value));
	const startedAt = startTimeOf(pid) ?? "";
	expect(isRunning(pid, startedAt)).toBe(true);
	child.kill("SIGKILL");
	await until(() => !isRunning(pid, startedAt));
});

test.skipIf(process.platform !== "linux")(
	"a process of a command with a session of its own is killed on exit, too",
	async () => {
		const program = leavingProgram.replace(
			"sleep 1000 & echo $!",
			() => "setsid sh -c 'echo $$; exec sleep 1000' & sleep 0.3",
		);
		await using project = await workspace({ "main.ts": program });
		const child = Bun.spawn([process.execPath, "main.ts"], { cwd: project.path, stdout: "pipe" });
		const { value } = await child.stdout.getReader().read();
		const pid = Number(new TextDecoder().decode(value));
		const startedAt = startTimeOf(pid) ?? "";
		expect(isRunning(pid, startedAt)).toBe(true);
		child.kill("SIGKILL");
		await until(() => !isRunning(pid, startedAt));
	},
);

const leavingProgram = `
	import { PersistentShell } from ${JSON.stringify(Bun.resolveSync("../shell/persistent-shell.ts", import.meta.dir))};
	const shell = new PersistentShell({ shellPath: "/bin/bash", home: process.cwd(), newId: () => crypto.randomUUID() });
	let output = "";
	const onData = (bytes) => (output += new TextDecoder().decode(bytes));
	const { signal } = new AbortController();
	await shell.run("sleep 1000 & echo $!; exit 0", { cwd: process.cwd(), env: { PATH: process.env.PATH }, signal, onData });
	console.log(output);
	setInterval(() => {}, 1000);
`;
