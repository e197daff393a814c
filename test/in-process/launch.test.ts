import { expect, test } from "bun:test";
import { startTimeOf } from "@oh-my-pi/pi-natives/process/process-list";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { hands, subagentSession, task } from "./agents/testing/subagent-session.ts";

/** Writes its number into a file and stays. */
const stays = (file: string) => `echo $$ > ${file}; echo up; while :; do sleep 0.1; done`;
const start = (name: string, more: object = {}) =>
	toolCall("launch", {
		i: "Starting",
		op: "start",
		name,
		application: stays(`${name}.pid`),
		ready: { log: "^up" },
		...more,
	});
const does = (op: string, name: string) => toolCall("launch", { i: "Looking", op, name });
/** In the sandbox processes have other numbers than outside. */
const ownNumbers = ["--sandbox", "off"];
/** A zombie does not. */
const runs = (pid: string) => startTimeOf(Number(pid)) !== undefined;
const offered = (request: Record<string, unknown> | undefined) =>
	Array.isArray(request?.tools) ? request.tools.map((tool) => Object(tool).name) : [];

test("processes end with omp; one that persists is there for the next omp", async () => {
	await using omp = await ompProject({
		replies: [start("web"), start("kept", { persist: true }), text("Both run.")],
	});
	const first = await omp.run(["-p", "start them", "--tools", "launch", "--yolo", ...ownNumbers]);
	expect(first).toMatchObject({ exitCode: 0, stdout: "Both run.\n" });
	expect(first.stderr).toContain("Stopped background job web");
	expect(first.stderr).not.toContain("background job kept");
	expect(JSON.stringify(omp.model.requests[1])).toMatch(/Started web \(pid \d+\); it is ready/);
	expect(runs(await omp.files.read("web.pid"))).toBe(false);
	const kept = await omp.files.read("kept.pid");
	expect(runs(kept)).toBe(true);

	omp.model.script(does("logs", "kept"), does("stop", "kept"), text("Stopped."));
	const second = await omp.run(["-p", "stop it", "--tools", "launch", "--yolo", ...ownNumbers]);
	expect(second).toMatchObject({ exitCode: 0, stdout: "Stopped.\n" });
	expect(JSON.stringify(omp.model.requests.at(-1))).toMatch(
		/kept: running, pid \d+, \d+s, outlives omp, of another omp/,
	);
	expect(runs(kept)).toBe(false);
}, 60_000);

test("processes end with an omp that is killed", async () => {
	const held = gate();
	await using omp = await ompProject({
		replies: [start("web"), { ...text("…"), delivery: { hold: { afterChunks: 0, gate: held } } }],
	});
	const child = Bun.spawn([...omp.command, "-p", "start it", "--tools", "launch", "--yolo", ...ownNumbers], {
		cwd: omp.path,
		env: omp.env,
		stdin: "ignore",
		stdout: "ignore",
		stderr: "ignore",
	});
	await until(() => omp.model.requests.length === 2);
	const pid = await omp.files.read("web.pid");
	expect(runs(pid)).toBe(true);
	child.kill("SIGKILL");
	await child.exited;
	await until(() => !runs(pid));
	held.open();
}, 60_000);

test("the model is told of it with its first command in the background, and its list of tools stays", async () => {
	await using omp = await ompProject({
		replies: [toolCall("bash", { i: "Starting", command: "sleep 30", async: true }), text("Runs.")],
	});
	expect(await omp.run(["-p", "start it", "--yolo"])).toMatchObject({ exitCode: 0 });
	expect(omp.model.requests.map((request) => offered(request).includes("launch"))).toEqual([false, false]);
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("the tool `launch`");
}, 60_000);

test("a prompt that names it, or a call, brings it", async () => {
	await using omp = await ompProject({ replies: [text("Yes.")] });
	await omp.run(["-p", "launch the server"]);
	expect(offered(omp.model.requests[0])).toContain("launch");
	await using other = await ompProject({
		replies: [toolCall("launch", { i: "x", op: "ps" }), text("None.")],
	});
	await other.run(["-p", "what runs?", "--yolo"]);
	expect(offered(other.model.requests[0])).not.toContain("launch");
	expect(JSON.stringify(other.model.requests[1]?.messages)).toContain("No processes.");
}, 60_000);

test("without anybody to ask, only what bash may do as well is started", async () => {
	await using omp = await ompProject({
		replies: [
			toolCall("launch", { i: "x", op: "start", name: "push", application: "git", args: ["push", "--force"] }),
			text("Refused."),
		],
	});
	await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: write }\n");
	await omp.run(["-p", "push", "--tools", "launch", "--sandbox", "off"]);
	const told = JSON.stringify(omp.model.requests[1]?.messages);
	expect(told).toContain("approv");
	expect(told).not.toContain("Started push");
}, 60_000);

test("processes of a sub-agent end with it, and the parent is told of its own", async () => {
	const launch = (args: object) => calls({ name: "launch", arguments: { i: "x", ...args } });
	await using team = await subagentSession({
		settings: { "tools.essentialOverride": ["launch"], "sandbox.mode": "off" },
		scripts: {
			Main: [
				launch({ op: "start", name: "own", application: stays("own.pid"), ready: { log: "up" } }),
				task({ name: "Alpha", task: "start one" }),
				launch({ op: "ps" }),
				launch({ op: "send", name: "own", signal: "SIGKILL" }),
				says("done"),
				says("seen"),
			],
			Alpha: [
				launch({ op: "start", name: "childs", application: stays("childs.pid"), ready: { log: "up" } }),
				launch({ op: "ps" }),
				hands("ok"),
			],
		},
	});
	await team.prompt("go");
	expect(runs(await team.project.read("childs.pid"))).toBe(false);
	expect(JSON.stringify(team.requests("Alpha").at(-1))).toMatch(/own: ready[^"]+childs: ready/);
	expect(JSON.stringify(team.requests("Main"))).toMatch(/own: ready[^"]+childs: stopped/);
	await until(() => JSON.stringify(team.main.messages).includes("Background job own has failed"));
	expect(JSON.stringify(team.main.messages)).toContain("Process own was killed. It last printed:");
}, 60_000);
