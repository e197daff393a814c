import { expect, test } from "bun:test";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { gate } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { hands, type SubagentSession, subagentSession, task } from "../agents/testing/subagent-session.ts";

const poll = (more: Record<string, unknown> = {}) =>
	calls({ name: "job", arguments: { i: "Waiting", poll: [], ...more } });
const send = (to: string, message: string) =>
	calls({ name: "irc", arguments: { i: "Asking", op: "send", to, message, await: true } });
const later =
	(ms: number, answer: ScriptedAnswer): ScriptedAnswer =>
	async (reply, request) => {
		await Bun.sleep(ms);
		await answer(reply, request);
	};
const background = { "async.enabled": true, "async.pollWaitDuration": "30s" };
/** Everything that the user's model has been sent by its last request. */
const told = (team: SubagentSession) =>
	(team.requests("Main").at(-1)?.context.messages ?? [])
		.map(({ content }) => (typeof content === "string" ? content : content.map(shown).join("\n")))
		.join("\n");
const shown = (block: object) => ("text" in block ? String(block.text) : "");
const count = (text: string, part: string) => text.split(part).length - 1;

test("three agents are awaited in one turn, and each result comes once", async () => {
	await using team = await subagentSession({
		settings: background,
		scripts: {
			Main: [
				task({ name: "A", task: "1" }, { name: "B", task: "2" }, { name: "C", task: "3" }),
				poll(),
				says("All three are there."),
			],
			A: [later(20, hands("result of A"))],
			B: [later(150, hands("result of B"))],
			C: [later(300, hands("result of C"))],
		},
	});
	await team.prompt("go");
	expect(team.requests("Main")).toHaveLength(3);
	for (const id of ["A", "B", "C"]) expect([id, count(told(team), `result of ${id}`)]).toEqual([id, 1]);
});

test("a poll may also wait for one only", async () => {
	const isPolling = gate();
	const mayEnd = gate();
	await using team = await subagentSession({
		settings: background,
		scripts: {
			Main: [
				task({ name: "A", task: "1" }, { name: "B", task: "2" }),
				poll({ any: true }),
				async (reply, request) => {
					mayEnd.open();
					await poll()(reply, request);
				},
				says("Both."),
			],
			// What ended before the poll was reported already, and the poll would wait for the other one.
			A: [
				async (reply, request) => {
					await isPolling.opened;
					await later(100, hands("result of A"))(reply, request);
				},
			],
			B: [
				async (reply, request) => {
					await mayEnd.opened;
					await hands("result of B")(reply, request);
				},
			],
		},
	});
	team.main.subscribe((event) => {
		if (event.type === "tool_execution_start" && event.toolName === "job") isPolling.open();
	});
	await team.prompt("go");
	expect(team.requests("Main")).toHaveLength(4);
	expect(count(told(team), "result of B")).toBe(1);
});

test("a job that ends while the model thinks is not announced once `job` has returned it", async () => {
	await using team = await subagentSession({
		settings: background,
		scripts: {
			Main: [
				calls({
					name: "bash",
					arguments: { i: "Counting", command: "sleep 0.1; echo once $((1 + 1)) only", async: true },
				}),
				later(800, poll({ poll: ["bg_1"] })),
				says("Done."),
			],
		},
	});
	await team.prompt("go");
	await until(() => !team.main.isStreaming);
	expect(team.requests("Main")).toHaveLength(3);
	expect(count(told(team), "once 2 only")).toBe(1);
});

test("what a woken agent hands in is the answer to the message that woke it", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [
				task({ name: "B", task: "look" }),
				send("B", "Where exactly?"),
				calls({ name: "read", arguments: { i: "Reading", path: "agent://B" } }),
				send("B", "And why?"),
				says("Thanks."),
			],
			B: [hands("found it"), hands({ where: "lib/response.js:64" }), says("Because of the cache.")],
		},
	});
	await team.prompt("go");
	const answers = team.main.messages.flatMap((message) =>
		message.role === "toolResult" && "toolName" in message && message.toolName === "irc"
			? [JSON.stringify(message.content)]
			: [],
	);
	expect(answers[0]).toContain("lib/response.js:64");
	expect(answers[1]).toContain("Because of the cache.");
	expect(team.lastResult("read")).toContain("lib/response.js:64");
	expect(count(told(team), "Because of the cache.")).toBe(1);
});

test("calls in the form of other programs start agents, and context is not needed", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [
				calls({
					name: "Task",
					arguments: {
						description: "Find the cause",
						prompt: "Look for it",
						subagent_type: "general-purpose",
						name: "A",
					},
				}),
				calls({ name: "task", arguments: { i: "Again", tasks: [{ name: "B", task: "Look there" }] } }),
				says("Done."),
			],
			A: [hands("result of A")],
			B: [hands("result of B")],
		},
	});
	await team.prompt("go");
	expect(told(team)).toContain("result of A");
	expect(told(team)).toContain("result of B");
	expect(told(team)).not.toContain("[Ignored");
	expect(team.main.messages.filter((message) => "isError" in message && message.isError)).toEqual([]);
});

test("isolation that is off costs no turn, and the user's setting for it is named", async () => {
	await using team = await subagentSession({
		settings: background,
		scripts: {
			Main: [task({ name: "U", task: "1", isolated: true }), poll(), says("Done.")],
			U: [hands("did it in the project")],
		},
	});
	await team.prompt("go");
	expect(told(team)).toContain(
		"Task U: not isolated: it works in the project itself, as isolation is off (the user's setting for it: task.isolation.mode).",
	);
	expect(told(team)).toContain("did it in the project");
	expect(team.requests("Main")).toHaveLength(3);
});

test("an isolated agent is not to be written to, and its merged files are named", async () => {
	await using team = await subagentSession({
		files: { "a.txt": "a\n" },
		settings: { ...background, "task.isolation.mode": "rcopy" },
		scripts: {
			Main: [task({ name: "U", task: "1", isolated: true }), poll(), says("Merged.")],
			U: [
				calls({ name: "write", arguments: { i: "Writing", path: "lib/new.txt", content: "x\n" } }),
				hands("wrote it"),
			],
		},
	});
	await team.project.git("init", "-q", "-b", "main");
	await team.project.git("add", "-A");
	await team.project.git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first");
	await team.prompt("go");
	expect(told(team)).toContain("Applied patches: yes\n- lib/new.txt");
	expect(told(team)).toContain("Transcript at history://U");
	expect(told(team)).not.toContain("message it via");
	expect(await team.project.read("lib/new.txt")).toBe("x\n");
});
