import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { gate } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { ProgressTracker } from "../../../packages/coding-agent/src/agents/result/progress.ts";
import type { Subagents } from "../../../packages/coding-agent/src/agents/subagents.ts";
import { runPrintMode } from "../../../packages/coding-agent/src/modes/print/print.ts";
import { queryJson } from "../../../packages/coding-agent/src/urls/json-query.ts";
import { hands, type SubagentSession, subagentSession, task } from "./testing/subagent-session.ts";

const read = (path: string) => calls({ name: "read", arguments: { i: "Reading", path } });
const bash = (command: string, more: object = {}) =>
	calls({ name: "bash", arguments: { i: "Running", command, ...more } });
const hanging: ScriptedAnswer = (_reply, { options }) =>
	new Promise((_resolve, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
const answers = (team: SubagentSession, toolName: string) =>
	team.main.messages.flatMap((message) =>
		message.role === "toolResult" && "toolName" in message && message.toolName === toolName
			? [message.content.map((block) => (block.type === "text" ? block.text : "")).join("")]
			: [],
	);

describe("what agents leave", () => {
	const data = { files: [{ path: "a.ts", "line count": 3 }], ok: true };

	verifies("agents:url:agent-output", async () => {
		await using team = await subagentSession({
			scripts: {
				Main: [
					task({ name: "Alpha", task: "1" }, { name: "Plain", task: "2" }),
					read("agent://Alpha"),
					read("agent://Alpha/files/0/path"),
					read('agent://Alpha?q=.files[0]["line count"]'),
					read("agent://Alpha/Inner"),
					read("agent://Plain/x"),
					read("agent://Nope"),
					read("agent://"),
					read("agent://Alpha/files?q=.ok"),
					says("done"),
				],
				Alpha: [task({ name: "Inner", task: "deeper" }), hands(data)],
				"Alpha.Inner": [hands("of the inner one")],
				Plain: [hands("only text")],
			},
		});
		await team.prompt("go");
		const [whole, path, query, inner, plain, missing, none, both] = answers(team, "read");
		expect(whole).toContain('"path": "a.ts"');
		expect(path).toContain('"a.ts"');
		expect(query).toContain("3");
		expect(inner).toContain("of the inner one");
		expect(plain).toContain("is not JSON");
		expect(missing).toContain("Not found: Nope. Available: Alpha, Alpha.Inner, Plain");
		expect(none).toContain("agent:// URL requires an output ID: agent://<id>");
		expect(both).toContain("agent:// URL cannot combine path extraction with ?q=");
		// In memory, where there are no files, it is the same.
		await using memory = await subagentSession({
			inMemory: true,
			scripts: {
				Main: [task({ name: "Alpha", task: "1" }), read("agent://Alpha"), says("done")],
				Alpha: [hands("kept")],
			},
		});
		await memory.prompt("go");
		expect(memory.lastResult("read")).toContain("kept");
	});

	verifies("agents:url:query-syntax", () => {
		const value = { a: { b: [{ c: 1 }], "d-e": 2, "key with space": 3 } };
		const cases: ReadonlyArray<readonly [string, unknown]> = [
			[".a.b[0].c", 1],
			["a.b[0].c", 1],
			['.a["key with space"]', 3],
			[".a['d-e']", 2],
			["", value],
			[".nope.deeper", null],
			[".a.b[5]", null],
			[".a.b[-1]", null],
			[".a.toString", null],
		];
		expect(cases.map(([query]) => queryJson(value, query))).toEqual(cases.map(([, found]) => found));
		expect(() => queryJson(value, ".a[]")).toThrow("Invalid query: empty [] in .a[]");
		expect(() => queryJson(value, ".a.*")).toThrow("Invalid query: unexpected token '*' in .a.*");
		expect(() => queryJson(value, ".a[*]")).toThrow("Invalid query: unexpected token '*' in .a[*]");
	});

	verifies("agents:url:history", async () => {
		await using team = await subagentSession({
			scripts: {
				Main: [
					task({ name: "Alpha", task: "Look" }),
					read("history://"),
					read("history://Alpha"),
					says("x"),
					read("history://Alpha"),
					read("history://Nope"),
					says("done"),
				],
				Alpha: [bash("echo one line"), hands("found it")],
			},
		});
		await team.prompt("go");
		const [table, live] = answers(team, "read");
		expect(table).toMatch(/\| Main \| running \| main \|/);
		expect(table).toMatch(/\| Alpha \| idle \| sub \| Main \|/);
		expect(live).toContain("# Alpha (idle)");
		expect(live).toContain("## user");
		expect(live).toMatch(/→ bash\(.*\) ⇒ ok · \d+ lines?/);
		const group = await (team.workbench.features.agents as Subagents).registry();
		const alpha = group.find("Alpha");
		if (alpha) await group.park(alpha);
		await team.prompt("again");
		const [, , parked, unknown] = answers(team, "read");
		expect(parked).toContain("# Alpha (parked)");
		expect(parked).toMatch(/→ bash\(.*\) ⇒ ok/);
		expect(unknown).toContain("Unknown agent: Nope. Known: Main, Alpha");
	});

	verifies("agents:url:local", async () => {
		const write = (path: string) => calls({ name: "write", arguments: { i: "Noting", path, content: "shared words" } });
		await using team = await subagentSession({
			scripts: {
				Main: [
					write("local://plan.md"),
					task({ name: "Alpha", task: "1" }),
					read("local://"),
					read("local://from-child.md"),
					read("local://../../escape"),
					read("local://none.md"),
					says("done"),
				],
				Alpha: [read("local://plan.md"), write("local://from-child.md"), write("local://../out.md"), hands("ok")],
			},
		});
		await team.prompt("go");
		const [listing, file, escaped, missing] = answers(team, "read");
		expect(JSON.stringify(team.requests("Alpha")[1]?.context.messages.at(-1))).toContain("shared words");
		expect(listing).toContain("plan.md");
		expect(listing).toContain("from-child.md");
		expect(file).toContain("shared words");
		expect(escaped).not.toContain("shared words");
		expect(JSON.stringify(team.requests("Alpha")[3]?.context.messages.at(-1))).toContain('"isError":true');
		expect(missing).toContain("Local file not found: local://none.md");
	});

	verifies("agents:url:unknown-scheme", async () => {
		await using team = await subagentSession({ scripts: { Main: [read("nope://x"), says("done")] } });
		await team.prompt("go");
		expect(team.lastResult("read")).toMatch(/Unknown protocol: nope:\/\/.*agent:\/\/.*history:\/\//s);
	});
});

describe("progress", () => {
	verifies("agents:progress:coalesced", async () => {
		let now = 0;
		const seen: Array<{ at: number; tool: string | undefined; status: string }> = [];
		const facts = {
			index: 0,
			id: "A",
			agent: "task",
			agentSource: "bundled",
			task: "t",
			assignment: "t",
			description: "t",
		} as const;
		const tracker = new ProgressTracker(
			facts,
			() => now,
			(progress) => seen.push({ at: now, tool: progress.currentTool, status: progress.status }),
			() => undefined,
		);
		tracker.begin();
		const update = { type: "message_update", message: { role: "assistant", content: [] } } as never;
		for (now = 1; now < 150; now++) tracker.observe(update);
		expect(seen).toEqual([{ at: 0, tool: undefined, status: "running" }]);
		now = 150;
		tracker.observe({ type: "tool_execution_start", toolCallId: "1", toolName: "bash", args: { command: "x" } });
		now = 160;
		tracker.observe({
			type: "tool_execution_end",
			toolCallId: "1",
			toolName: "bash",
			result: { content: [] },
			isError: false,
		});
		now = 161;
		tracker.observe(update);
		now = 170;
		tracker.end("completed");
		expect(seen.slice(1)).toEqual([
			{ at: 150, tool: "bash", status: "running" },
			{ at: 160, tool: undefined, status: "running" },
			{ at: 170, tool: undefined, status: "completed" },
		]);
		// Nothing comes after the end.
		await Bun.sleep(200);
		expect(seen).toHaveLength(4);
	});

	verifies("agents:progress:bus-events", async () => {
		await using team = await subagentSession({
			scripts: {
				Main: [task({ name: "Alpha", task: "Look here" }), says("done")],
				Alpha: [bash("echo hi"), hands("ok")],
			},
		});
		const heard: Array<[string, Record<string, unknown>]> = [];
		const told: string[] = [];
		const extensionHost = { tell: (channel: string) => void told.push(channel) } as never;
		team.workbench.features.add({ name: "extensions" }, { extensionHost });
		(team.workbench.features.agents as Subagents).listen((channel, data) => heard.push([channel, data]));
		await team.prompt("go");
		const on = (name: string) =>
			heard.flatMap(([channel, data]) => (channel === `task:subagent:${name}` ? [data] : []));
		expect(on("lifecycle")).toMatchObject([
			{
				id: "Alpha",
				index: 0,
				agent: "task",
				agentSource: "bundled",
				status: "started",
				detached: false,
				parentToolCallId: "call_0",
			},
			{ id: "Alpha", status: "completed", sessionFile: join(team.artifacts, "Alpha.jsonl") },
		]);
		expect(on("progress")).toContainEqual(
			expect.objectContaining({
				id: "Alpha",
				assignment: "Look here",
				progress: expect.objectContaining({
					currentTool: "bash",
					currentToolArgs: "echo hi",
					lastIntent: "Running",
					requests: 1,
				}),
			}),
		);
		expect(told).toContain("task:subagent:lifecycle");
		expect(on("event").map(({ event }) => (event as { type: string }).type)).toContain("turn_end");
	});
});

describe("jobs", () => {
	const isAsync = { "async.enabled": true };

	verifies("agents:jobs:print-mode-waits", async () => {
		const { opened, open } = gate();
		const slow: ScriptedAnswer = async (reply, request) => {
			await opened;
			await hands("the child's result")(reply, request);
		};
		await using team = await subagentSession({
			settings: isAsync,
			scripts: {
				Main: [
					task({ name: "Alpha", task: "1" }),
					bash("sleep 60", { async: true }),
					says("I wait for it."),
					says("All done."),
				],
				Alpha: [slow],
			},
		});
		const out = { stdout: "", stderr: "" };
		const stream = (name: "stdout" | "stderr") => ({
			isTTY: false,
			write: async (text: string) => {
				out[name] += text;
			},
		});
		const io = { stdout: stream("stdout"), stderr: stream("stderr") } as never;
		const run = runPrintMode(team.session.session, { prompts: ["go"], images: [] } as never, io, {
			mode: "text",
			printThoughts: false,
			header: {},
		});
		await until(() => team.requests("Main").length === 3);
		open();
		expect(await run).toBe(0);
		expect(out.stdout).toBe("All done.\n");
		expect(JSON.stringify(team.requests("Main")[3]?.context.messages)).toContain("the child's result");
		expect(out.stderr).toContain("Stopped background job bg_1 (sleep 60) because omp exited");
	});

	verifies("agents:jobs:cancel-kills-tree", async () => {
		const cancel = (id: string) => calls({ name: "job", arguments: { i: "Cancelling", cancel: [id] } });
		const pidFile = "pids";
		await using team = await subagentSession({
			// In the sandbox processes have other numbers than outside.
			settings: { ...isAsync, "sandbox.mode": "off" },
			scripts: {
				Main: [
					bash(`sh -c 'sleep 300 & echo $! >> ${pidFile}; wait' & echo $! >> ${pidFile}; wait`, { async: true }),
					bash(`until [ -e ${pidFile} ] && [ $(wc -l < ${pidFile}) -ge 2 ]; do sleep 0.01; done`),
					cancel("bg_1"),
					task({ name: "Alpha", task: "1" }),
					bash("until [ -e began ]; do sleep 0.01; done"),
					cancel("Alpha"),
					says("done"),
				],
				Alpha: [bash("touch began"), hanging],
			},
		});
		await team.prompt("go");
		const pids = (await readFile(team.project.file(pidFile), "utf8")).trim().split("\n").map(Number);
		expect(pids).toHaveLength(2);
		const isAlive = (pid: number) => {
			try {
				process.kill(pid, 0);
				return true;
			} catch {
				return false;
			}
		};
		await until(() => !pids.some(isAlive));
		expect(answers(team, "job")[0]).toContain("## Cancelled (1)");
		expect(answers(team, "job")[1]).toContain("`Alpha` [task]");
		expect(team.workbench.jobs.find("Alpha", "Main")?.status).toBe("cancelled");
		expect(team.workbench.conversations.find("Alpha")).toBeUndefined();
	});

	verifies("agents:jobs:owner-scoped", async () => {
		const list = calls({ name: "job", arguments: { i: "Listing", list: true } });
		await using team = await subagentSession({
			settings: isAsync,
			scripts: {
				Main: [
					bash("sleep 60", { async: true }),
					task({ name: "Alpha", task: "1" }),
					list,
					says("done"),
					says("more"),
					says("more"),
				],
				Alpha: [list, bash("sleep 61", { async: true }), list, hands("ok")],
			},
		});
		await team.prompt("go");
		await until(() => team.requests("Alpha").length === 4);
		const told = team.requests("Alpha").map(({ context }) => JSON.stringify(context.messages.at(-1)));
		expect(told[1]).toContain("No background jobs.");
		expect(told[3]).toContain("sleep 61");
		expect(told[3]).not.toContain("sleep 60");
		const own = answers(team, "job")[0];
		expect(own).toContain("sleep 60");
		expect(own).toContain("`Alpha` [task]");
		// Alpha's progress may name its current command; the job itself is not listed.
		expect(own).not.toMatch(/\[bash\].*sleep 61/);
		// What a child leaves running ends with its result.
		await until(() => !team.workbench.jobs.hasRunning("Alpha"));
	});

	verifies("agents:jobs:seen-not-delivered", async () => {
		await using team = await subagentSession({
			settings: isAsync,
			scripts: {
				Main: [
					task({ name: "Alpha", task: "1" }),
					calls({ name: "job", arguments: { i: "Waiting", poll: ["Alpha"] } }),
					says("I have it."),
					says("never"),
				],
				Alpha: [hands("polled result")],
			},
		});
		await team.prompt("go");
		expect(answers(team, "job")[0]).toContain("polled result");
		await new Promise((resolve) => setTimeout(resolve, 30));
		expect(team.requests("Main")).toHaveLength(3);
	});

	verifies("agents:jobs:delivery", async () => {
		const release = gate();
		const slow: ScriptedAnswer = async (reply, request) => {
			await release.opened;
			await hands("late")(reply, request);
		};
		await using team = await subagentSession({
			settings: isAsync,
			scripts: {
				// The first ends while the run goes on, the second when nobody works.
				Main: [
					task({ name: "Early", task: "1" }, { name: "Late", task: "2" }),
					bash("until [ -e ended ]; do sleep 0.01; done"),
					says("I am done."),
					says("Seen."),
				],
				Early: [hands("early")],
				Late: [slow],
			},
		});
		const group = await (team.workbench.features.agents as Subagents).registry();
		group.onChange(() => {
			if (group.find("Early")?.status === "idle") void team.project.write("ended", "");
		});
		await team.prompt("go");
		expect(JSON.stringify(team.requests("Main")[2]?.context.messages)).toContain("Background job Early has completed");
		expect(team.requests("Main")).toHaveLength(3);
		release.open();
		await until(() => team.requests("Main").length === 4);
		await team.main.idle();
		const said = JSON.stringify(team.requests("Main")[3]?.context.messages);
		expect(said.split("Background job Early has completed")).toHaveLength(2);
		expect(said.split("Background job Late has completed")).toHaveLength(2);
	});

	verifies("agents:jobs:interrupt-suppresses", async () => {
		for (const end of ["user", "new"] as const) {
			const release = gate();
			const isBusy = gate();
			const slow: ScriptedAnswer = async (reply, request) => {
				await release.opened;
				await hands("late")(reply, request);
			};
			await using team = await subagentSession({
				settings: isAsync,
				scripts: {
					Main: [
						task({ name: "Late", task: "1" }),
						(reply, request) => {
							isBusy.open();
							return hanging(reply, request);
						},
						says("Next."),
						says("More."),
					],
					Late: [slow],
				},
			});
			const run = team.prompt("go");
			await isBusy.opened;
			await team.main.submit({ type: "abort" });
			await run;
			release.open();
			await until(() => team.workbench.jobs.find("Late", "Main")?.status !== "running");
			await new Promise((resolve) => setTimeout(resolve, 20));
			expect(team.requests("Main")).toHaveLength(2);
			if (end === "new") await team.session.newSession();
			await team.prompt("what now?");
			const said = JSON.stringify(team.requests("Main").at(-1)?.context.messages);
			expect(said.includes("Background job Late has completed")).toBe(end === "user");
		}
	});
});

describe("from code", () => {
	verifies(
		"agents:eval:agent-helper",
		async () => {
			const cell = (code: string) => calls({ name: "eval", arguments: { cells: [{ language: "js", code }] } });
			const schema = '{ type: "object", properties: { n: { type: "integer" } }, required: ["n"] }';
			await using team = await subagentSession({
				scripts: {
					Main: [
						cell(
							`const a = await agent("Say hi", { label: "Hi" }); const b = await agent("Count", { label: "Count", schema: ${schema} }); [a, b.n + 1]`,
						),
						cell('await agent("x", { agent: "nope" }).catch(String)'),
						cell(
							'const all = await parallel(["One", "Two"].map((name) => () => agent(name, { label: name, handle: true }))); all.map(({ id, text, handle }) => [id, text, handle].join(" "))',
						),
						cell('[await output("Hi"), await output("Count", { query: ".n" })]'),
						says("done"),
					],
					Hi: [hands("hi")],
					Count: [hands({ n: 41 })],
					One: [hands("1")],
					Two: [hands("2")],
				},
			});
			await team.prompt("go");
			const [both, failed, parallel, outputs] = answers(team, "eval");
			expect(both).toContain("hi");
			expect(both).toContain("42");
			expect(failed).toContain('Unknown agent "nope". Available:');
			expect(parallel).toContain("One 1 agent://One");
			expect(parallel).toContain("Two 2 agent://Two");
			expect(outputs).toContain("41");
			// They are not kept for messages.
			expect(team.workbench.conversations.find("Hi")).toBeUndefined();
			expect(await readFile(join(team.artifacts, "Hi.md"), "utf8")).toBe("hi");
		},
		30_000,
	);
});

test("what sub-agents cost is in the details of their call and in the result message", async () => {
	await using team = await subagentSession({
		model: { cost: { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 } },
		scripts: {
			Main: [task({ name: "A", task: "1" }, { name: "B", task: "2" }), says("done")],
			A: [hands("ok")],
			B: [hands("ok")],
		},
	});
	await team.prompt("go");
	const details = team.details("task") as {
		usage: { totalTokens: number };
		results: { usage: { totalTokens: number } }[];
	};
	expect(details.usage.totalTokens).toBe(details.results.reduce((sum, { usage }) => sum + usage.totalTokens, 0));
});
