import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { gate, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Subagents } from "../../../packages/coding-agent/src/agents/subagents.ts";
import { hands, type SubagentSession, subagentSession, task } from "./testing/subagent-session.ts";

const send = (to: string, message: string) =>
	calls({ name: "irc", arguments: { i: "Writing", op: "send", to, message } });
const teamOf = (session: SubagentSession) => (session.workbench.features.agents as Subagents).registry();
const hanging: ScriptedAnswer = (_reply, { options }) =>
	new Promise((_resolve, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
const logOf = async (session: SubagentSession, name: string) =>
	(await readFile(join(session.artifacts, `${name}.jsonl`), "utf8"))
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));

verifies("agents:lifecycle:idle-then-parked", async () => {
	await using session = await subagentSession({
		settings: { "task.agentIdleTtlMs": 40 },
		scripts: { Main: [task({ name: "Alpha", task: "1" }), says("done")], Alpha: [hands("ok")] },
	});
	const statuses: string[] = [];
	const team = await teamOf(session);
	team.onChange(() => {
		const status = team.find("Alpha")?.status;
		if (status && statuses.at(-1) !== status) statuses.push(status);
	});
	await session.prompt("go");
	await until(() => statuses.at(-1) === "parked");
	expect(statuses).toEqual(["running", "idle", "parked"]);
	expect(session.workbench.conversations.find("Alpha")).toBeUndefined();
	expect((await logOf(session, "Alpha")).at(-1)).toMatchObject({
		customType: "session_exit",
		data: { reason: "parked" },
	});
	// Never with 0.
	await using kept = await subagentSession({
		settings: { "task.agentIdleTtlMs": 0 },
		scripts: { Main: [task({ name: "Alpha", task: "1" }), says("done")], Alpha: [hands("ok")] },
	});
	await kept.prompt("go");
	await Bun.sleep(60);
	expect((await teamOf(kept)).find("Alpha")?.status).toBe("idle");
});

verifies("agents:lifecycle:revive", async () => {
	await using session = await subagentSession({
		settings: { "task.agentIdleTtlMs": 10 },
		files: {
			"agent/agents/typed.md":
				"---\nname: typed\ndescription: D\ntools: read, find\noutput: { properties: { n: { type: int32 } } }\n---\nCount.",
		},
		scripts: {
			Main: [
				task({ name: "Alpha", agent: "typed", task: "Count" }),
				says("first"),
				send("Alpha", "and now?"),
				says("second"),
				says("third"),
			],
			Alpha: [hands({ n: 1 }), send("Main", "still one"), says("told you")],
		},
	});
	await session.prompt("go");
	const team = await teamOf(session);
	await until(() => team.find("Alpha")?.status === "parked");
	await session.prompt("ask it");
	expect(session.lastResult("irc")).toBe("Delivered to 1 peer(s):\n- Alpha: revived");
	await until(() => session.requests("Alpha").length === 3);
	const [before, revived] = session.requests("Alpha");
	expect(JSON.stringify(revived?.context.messages)).toContain("Complete this task");
	expect(JSON.stringify(revived?.context.messages.at(-1))).toContain("and now?");
	// Rebuilt as it was: prompt, tools and schema.
	expect([revived?.context.systemPrompt].flat().join("\n\n")).toBe([before?.context.systemPrompt].flat().join("\n\n"));
	const tools = (request: typeof before) =>
		request?.context.tools?.map(({ name, parameters }) => ({ name, parameters }));
	expect(tools(revived)).toEqual(tools(before) ?? []);
	await until(() => JSON.stringify(session.main.messages).includes("still one"));
	await until(() => team.find("Alpha")?.status !== "running");
});

verifies("agents:lifecycle:resume-scan", async () => {
	await using project = await workspace();
	let file: string | undefined;
	{
		await using first = await subagentSession({
			project,
			scripts: {
				Main: [task({ name: "Outer", task: "1" }, { name: "Lost", task: "2" }), says("done")],
				Outer: [task({ name: "Inner", task: "3" }), hands("outer")],
				"Outer.Inner": [hands("inner")],
				Lost: [hanging],
			},
		});
		const group = await teamOf(first);
		group.onChange(() => {
			const [outer, lost] = [group.find("Outer"), group.find("Lost")];
			if (outer?.status === "idle" && lost?.status === "running" && lost.stop) void group.kill(lost);
		});
		await first.prompt("go");
		file = first.main.log.file;
	}
	await using again = await subagentSession({
		project,
		...(file && { resume: file }),
		scripts: {
			Main: [
				calls({ name: "irc", arguments: { i: "Listing", op: "list" } }),
				send("Outer", "hello again"),
				send("Lost", "you too"),
				says("done"),
			],
			Outer: [says("back")],
		},
	});
	await again.prompt("who is there?");
	const answers = JSON.stringify(again.main.messages);
	expect(answers).toContain("3 peer(s):");
	expect(answers).toContain("- Outer [task · sub · parked] — parent Main");
	expect(answers).toContain("- Outer.Inner [task · sub · parked] — parent Outer");
	expect(answers).toContain("- Lost [task · sub · aborted]");
	expect(answers).toContain("- Outer: revived");
	expect(answers).toContain("was aborted; start a new one with task");
	await until(() => again.requests("Outer").length === 1);
	expect(JSON.stringify(again.requests("Outer")[0]?.context.messages)).toContain("hello again");
	// Its name is taken.
	const team = await teamOf(again);
	const context = { conversation: again.main, depth: 0 } as never;
	expect([team.allocateId(context, "Outer"), team.allocateId(context, "Lost")]).toEqual(["Outer-2", "Lost-2"]);
});

verifies("agents:lifecycle:aborted-terminal", async () => {
	const isWorking = gate();
	await using session = await subagentSession({
		scripts: {
			Main: [
				task({ name: "Alpha", task: "1" }),
				send("Alpha", "wake up"),
				calls({ name: "read", arguments: { i: "Reading", path: "history://Alpha" } }),
				says("done"),
			],
			Alpha: [
				calls({ name: "find", arguments: { i: "Looking", pattern: "*" } }),
				(reply, request) => {
					isWorking.open();
					return hanging(reply, request);
				},
			],
		},
	});
	const run = session.prompt("go");
	await isWorking.opened;
	await session.main.submit({ type: "abort" });
	await run;
	await session.prompt("ask it");
	expect(session.lastResult("irc")).toContain('Agent "Alpha" was aborted');
	const history = session.lastResult("read");
	expect(history).toContain("# Alpha (aborted)");
	expect(history).toContain("→ find(");
	const team = await teamOf(session);
	const member = team.find("Alpha");
	expect(member && (await team.revive(member))).toBe(false);
});

verifies("agents:lifecycle:parent-exit", async () => {
	const isRunning = gate();
	const scripts = {
		Main: [
			task({ name: "Busy", task: "1" }, { name: "Idle", task: "2" }),
			says("I go on."),
			...Array.from({ length: 5 }, () => says("ok")),
		],
		Busy: [
			calls({ name: "find", arguments: { i: "Looking", pattern: "*" } }),
			((reply, request) => {
				isRunning.open();
				return hanging(reply, request);
			}) satisfies ScriptedAnswer,
		],
		Idle: [hands("ok")],
	};
	for (const end of ["new", "exit"] as const) {
		await using session = await subagentSession({ settings: { "async.enabled": true }, scripts });
		await session.prompt("go");
		await isRunning.opened;
		const team = await teamOf(session);
		await until(() => team.find("Idle")?.status === "idle");
		const { artifacts } = session;
		if (end === "new") await session.session.newSession();
		else await session.main.dispose();
		await until(() => session.workbench.conversations.all.every(({ id }) => id === "Main"));
		for (const name of ["Busy", "Idle"]) {
			const lines = (await readFile(join(artifacts, `${name}.jsonl`), "utf8")).trimEnd().split("\n");
			expect([end, name, JSON.parse(lines.at(-1) ?? "{}")]).toMatchObject([end, name, { customType: "session_exit" }]);
		}
		if (end === "new") expect(team.list(session.main)).toEqual([]);
	}
});

test("killing an agent ends it for good; stopping it leaves it to be talked to", async () => {
	const started = gate();
	await using session = await subagentSession({
		settings: { "async.enabled": true },
		scripts: {
			Main: [
				task({ name: "Kill", task: "1" }, { name: "Stop", task: "2" }),
				says("I go on."),
				...Array.from({ length: 6 }, () => says("ok")),
			],
			Kill: [hanging],
			Stop: [
				(reply, request) => {
					started.open();
					return hanging(reply, request);
				},
				says("I am still here."),
			],
		},
	});
	await session.prompt("go");
	await started.opened;
	const team = await teamOf(session);
	const [kill, stop] = [team.find("Kill"), team.find("Stop")];
	if (!kill || !stop) throw new Error("They are not there");
	await team.kill(kill);
	expect(kill.status).toBe("aborted");
	expect(session.workbench.conversations.find("Kill")).toBeUndefined();
	await until(() => session.workbench.jobs.find("Kill", "Main")?.status === "failed");
	expect(session.workbench.jobs.find("Kill", "Main")?.errorText).toContain("Killed by the user");
	team.interrupt(stop);
	await until(() => stop.status === "idle");
	await until(() => session.workbench.jobs.find("Stop", "Main")?.status === "failed");
	expect(session.workbench.jobs.find("Stop", "Main")?.errorText).toContain("<error>Stopped by the user</error>");
	await team.messages.deliver({ id: "m", from: "Main", to: "Stop", body: "still there?", ts: 0 }, session.main);
	await until(() => session.requests("Stop").length === 2);
});

test("after omp was killed, the session is continued with its agents, which can be asked", async () => {
	const call = (name: string, args: Record<string, unknown>) => toolCall(name, { i: "Working", ...args });
	await using omp = await ompProject({
		replies: [
			call("task", { context: "c", tasks: [{ name: "Alpha", task: "Remember the word plum" }] }),
			call("find", { pattern: "*" }),
			stalled(text("never ends")),
			call("irc", { op: "list" }),
			call("irc", { op: "send", to: "Alpha", message: "which word?", await: true }),
			call("irc", { op: "send", to: "Main", message: "plum" }),
			text("Told."),
			text("It said plum."),
		],
	});
	await omp.home.write(".omp/agent/config.yml", "async: { enabled: false }\n");
	const first = Bun.spawn([...omp.command, "-p", "go"], {
		cwd: omp.path,
		env: omp.env,
		stdout: "ignore",
		stderr: "ignore",
	});
	await until(() => omp.model.requests.length === 3);
	first.kill("SIGKILL");
	await first.exited;
	const again = await omp.run(["-c", "-p", "ask it"]);
	const sent = omp.model.requests.map((request) => JSON.stringify(request));
	expect(sent[4]).toContain("- Alpha [task · sub · parked] — parent Main");
	// It was revived with what it knew.
	expect(sent[5]).toContain("Remember the word plum");
	expect(sent[5]).toContain("which word?");
	// Both go on at once, so either asks first.
	expect(sent.slice(6).join("\n")).toMatch(/<irc-\w+ from=\\+"Alpha\\+"[^>]*>\\+nplum/);
	expect(again).toMatchObject({ exitCode: 0 });
}, 60_000);

test("nothing of the team is loaded before there is a sub-agent", async () => {
	await using session = await subagentSession({ scripts: { Main: [says("Hello.")] } });
	await session.prompt("hi");
	expect((session.workbench.features.agents as Subagents).current).toBeUndefined();
	expect(session.requests("Main")[0]?.context.tools?.map(({ name }) => name)).toContain("task");
});

test("what agents of an earlier run cost is counted after the session is resumed", async () => {
	await using project = await workspace();
	const priced =
		(answer: ScriptedAnswer): ScriptedAnswer =>
		async (reply, request) => {
			await answer(reply, request);
			reply.setUsage({ input: 1000, output: 100 });
		};
	const model = { cost: { input: 3, output: 15, cacheRead: 0, cacheWrite: 0 } };
	const costs = (session: SubagentSession) =>
		session.workbench.features.agents
			?.overview(session.main)
			.map(({ id, cost, tokens }) => [id, cost.toFixed(4), tokens]);
	let file: string | undefined;
	{
		await using first = await subagentSession({
			project,
			model,
			scripts: {
				Main: [task({ name: "Outer", task: "1" }), says("done")],
				Outer: [priced(task({ name: "Inner", task: "3" })), priced(hands("outer"))],
				"Outer.Inner": [priced(hands("inner"))],
			},
		});
		await first.prompt("go");
		file = first.main.log.file;
		// Also once it is closed.
		const team = await teamOf(first);
		const before = costs(first);
		for (const member of team.list(first.main)) await team.park(member);
		expect([before, costs(first)]).toEqual([expected, expected]);
	}
	await using again = await subagentSession({ project, model, ...(file && { resume: file }), scripts: {} });
	// Nobody has asked for the agents yet: they are found by themselves.
	await until(() => Bun.deepEquals(costs(again), expected));
});

const expected = [
	["Outer", "0.0090", 2200],
	["Outer.Inner", "0.0045", 1100],
];
