import { expect, test } from "bun:test";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { gate } from "@oh-my-pi/pi-testkit/servers/replies";
import { withoutMarks } from "@oh-my-pi/pi-testkit/terminal/without-marks";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { Inboxes } from "../../../packages/coding-agent/src/agents/messages/inboxes.ts";
import type { Subagents } from "../../../packages/coding-agent/src/agents/subagents.ts";
import { hands, type SubagentSession, subagentSession, task } from "./testing/subagent-session.ts";

const irc = (args: Record<string, unknown>) => calls({ name: "irc", arguments: { i: "Writing", ...args } });
const send = (to: string, message: string, more: Record<string, unknown> = {}) =>
	irc({ op: "send", to, message, ...more });
const after =
	(when: Promise<void>, answer: ScriptedAnswer): ScriptedAnswer =>
	async (reply, request) => {
		await when;
		await answer(reply, request);
	};
const opening =
	(gateToOpen: { open(): void }, answer: ScriptedAnswer): ScriptedAnswer =>
	async (reply, request) => {
		gateToOpen.open();
		await answer(reply, request);
	};
/** Everything that an agent was sent with its last request. */
const seen = (team: SubagentSession, id: string) => JSON.stringify(team.requests(id).at(-1)?.context.messages);
const text = (team: SubagentSession, id: string, request: number) =>
	JSON.stringify(team.requests(id)[request]?.context.messages.at(-1));

verifies("agents:irc:texts", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [
				irc({ op: "list" }),
				irc({ op: "inbox" }),
				send("Main", "hello me"),
				task({ name: "Alpha", agent: "explore", task: "1" }),
				irc({ op: "list" }),
				send("Alpha", "more?", { await: true, timeoutMs: 30 }),
				says("done"),
			],
			Alpha: [hands({ summary: "s", files: [], architecture: "a" }), async () => Bun.sleep(200)],
		},
	});
	await team.prompt("go");
	const answers = team.main.messages.flatMap((message) =>
		message.role === "toolResult" && "toolName" in message && message.toolName === "irc"
			? [message.content.map((block) => (block.type === "text" ? block.text : "")).join("")]
			: [],
	);
	expect(answers[0]).toBe("No other agents.");
	expect(answers[1]).toBe("Inbox empty.");
	expect(answers[2]).toBe("Cannot send a message to yourself.");
	expect(answers[3]).toMatch(/^1 peer\(s\):\n- Alpha \[explore · sub · idle\] — parent Main, active \d+\.\ds ago$/);
	expect(answers[4]).toMatch(/^Delivered to 1 peer\(s\):\n- Alpha: woken\n\nNo reply from Alpha within \d+\.\ds\./);
	expect(team.main.messages.filter((message) => "isError" in message && message.isError)).toHaveLength(1);
});

verifies("agents:irc:receipts", async () => {
	const isWorking = gate();
	const mayEnd = gate();
	await using team = await subagentSession({
		settings: { "async.enabled": true },
		scripts: {
			Main: [
				task({ name: "Busy", task: "1" }, { name: "Idle", task: "2" }, { name: "Parked", task: "3" }),
				after(isWorking.opened, says("I wait.")),
				...Array.from({ length: 8 }, () => says("Noted.")),
			],
			Busy: [
				opening(isWorking, after(mayEnd.opened, calls({ name: "find", arguments: { i: "Looking", pattern: "*" } }))),
				hands("busy done"),
			],
			Idle: [hands("idle done"), says("woken")],
			Parked: [hands("parked done"), says("revived")],
		},
	});
	await team.prompt("go");
	const group = await (team.workbench.features.agents as Subagents).registry();
	await until(() => ["Idle", "Parked"].every((id) => group.find(id)?.status === "idle"));
	await team.main.idle();
	const parked = group.find("Parked");
	if (parked) await group.park(parked);
	expect(team.workbench.conversations.find("Parked")).toBeUndefined();
	const message = (to: string) => ({ id: `m-${to}`, from: "Main", to, body: `for ${to}`, ts: 0 });
	const receipts = await Promise.all(
		["Busy", "Idle", "Parked", "Nope"].map((to) => group.messages.deliver(message(to), team.main)),
	);
	expect(receipts.map(({ to, outcome }) => `${to} ${outcome}`)).toEqual([
		"Busy injected",
		"Idle woken",
		"Parked revived",
		"Nope failed",
	]);
	expect(receipts[3]?.error).toBe('Unknown agent "Nope" — check the peer list.');
	mayEnd.open();
	await until(() => team.requests("Idle").length === 2 && team.requests("Parked").length === 2);
	await until(() => team.requests("Busy").length === 2);
	expect(seen(team, "Idle")).toContain("for Idle");
	// It remembers what it did before.
	expect(seen(team, "Parked")).toContain("parked done");
	expect(seen(team, "Parked")).toContain("for Parked");
	expect(withoutMarks(seen(team, "Busy"))).toContain('<irc from=\\"Main\\" id=\\"m-Busy\\">\\nfor Busy\\n</irc>');
});

test("a message for an agent that waits for its turn is kept, and refused once it was cancelled", async () => {
	const isWorking = gate();
	await using session = await subagentSession({
		settings: { "async.enabled": true, "task.maxConcurrency": 1 },
		scripts: {
			Main: [
				task({ name: "First", task: "1" }, { name: "Second", task: "2" }),
				after(isWorking.opened, send("Second", "early")),
				calls({ name: "job", arguments: { i: "Cancelling", cancel: ["Second"] } }),
				send("Second", "late"),
				...Array.from({ length: 8 }, () => says("Noted.")),
			],
			First: [
				opening(
					isWorking,
					(_reply, { options }) => new Promise((_, reject) => options.signal?.addEventListener("abort", reject)),
				),
			],
		},
	});
	await session.prompt("go");
	const sent = session.main.messages.flatMap((message) =>
		message.role === "toolResult" && "toolName" in message && message.toolName === "irc" ? [message.details] : [],
	);
	expect(sent).toMatchObject([
		{ receipts: [{ to: "Second", outcome: "injected" }] },
		{ receipts: [{ to: "Second", outcome: "failed", error: 'Unknown agent "Second" — check the peer list.' }] },
	]);
});

verifies("agents:irc:injected-once", async () => {
	const isSent = gate();
	await using team = await subagentSession({
		settings: { "task.maxConcurrency": 4 },
		scripts: {
			Main: [task({ name: "Reader", task: "1" }, { name: "Writer", task: "2" }), says("done")],
			// The message is there before it waits for one.
			Reader: [after(isSent.opened, irc({ op: "wait", from: "Writer", timeoutMs: 5000 })), hands("ok")],
			Writer: [send("Reader", "the one message"), opening(isSent, hands("ok"))],
		},
	});
	await team.prompt("go");
	expect(withoutMarks(text(team, "Reader", 1))).toMatch(
		/<irc from=\\?"Writer\\?" id=[^>]+>(?:\n|\\n)the one message(?:\n|\\n)<\/irc>/,
	);
	expect(seen(team, "Reader").split("the one message").length - 1).toBe(
		// Content and details of the result, and nothing else.
		JSON.stringify(team.requests("Reader").at(-1)?.context.messages.at(-1)).split("the one message").length - 1,
	);
	expect(seen(team, "Reader").match(/<irc-\w{6} from/g)).toHaveLength(1);
});

verifies("agents:irc:wait-ends", async () => {
	const wait = irc({ op: "wait", timeoutMs: 60_000 });
	// A message.
	await using mail = await subagentSession({
		scripts: {
			Main: [task({ name: "A", task: "1" }, { name: "B", task: "2" }), says("done")],
			A: [wait, hands("ok")],
			B: [send("A", "here it is"), hands("ok")],
		},
	});
	await mail.prompt("go");
	expect(withoutMarks(text(mail, "A", 1))).toMatch(/<irc from=\\?"B\\?" id=[^>]+>(?:\n|\\n)here it is/);
	// The end of the last who could write: its parent waits for it, and the sibling is done.
	await using lonely = await subagentSession({
		scripts: {
			Main: [task({ name: "A", task: "1" }, { name: "B", task: "2" }), says("done")],
			A: [irc({ op: "wait", from: "B", timeoutMs: 60_000 }), hands("ok")],
			B: [hands("ok")],
		},
	});
	await lonely.prompt("go");
	expect(text(lonely, "A", 1)).toContain("No reply from B within");
	// Its time.
	await using late = await subagentSession({
		settings: { "irc.timeoutMs": 20 },
		scripts: {
			Main: [task({ name: "A", task: "1" }), says("done")],
			A: [irc({ op: "wait" }), hands("ok")],
		},
	});
	await late.prompt("go");
	expect(text(late, "A", 1)).toMatch(/No message within 0\.\ds\. It may still come/);
	// A job of its own, steering, and an interrupt.
	const isWaiting = gate();
	const waitsFirst = gate();
	await using busy = await subagentSession({
		settings: { "async.enabled": true },
		scripts: {
			Main: [
				task({ name: "Slow", task: "1" }, { name: "Quick", task: "2" }),
				wait,
				wait,
				after(Promise.resolve(), says("steered")),
				wait,
				says("never"),
			],
			Slow: [
				(_reply, { options }) =>
					new Promise((_r, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason))),
			],
			Quick: [after(waitsFirst.opened, hands("quick result"))],
		},
	});
	busy.main.subscribe((event) => {
		if (event.type !== "tool_execution_start" || event.toolName !== "irc") return;
		if (busy.requests("Main").length === 2) waitsFirst.open();
		if (busy.requests("Main").length === 3) isWaiting.open();
	});
	const run = busy.prompt("go");
	await isWaiting.opened;
	expect(text(busy, "Main", 2)).toMatch(/One of your background jobs has ended|quick result/);
	await busy.main.submit({ type: "steer", text: "look here" });
	await until(() => busy.requests("Main").length >= 4);
	expect(seen(busy, "Main")).toContain("The user has sent a message.");
	await busy.main.submit({ type: "abort" });
	await run;
});

verifies("agents:irc:broadcast", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [
				task({ name: "Awake", task: "1" }, { name: "Asleep", task: "2" }),
				says("first"),
				send("all", "to everybody"),
				says("done"),
			],
			Awake: [hands("ok"), says("heard")],
			Asleep: [hands("ok"), says("never")],
		},
	});
	await team.prompt("go");
	const group = await (
		team.workbench.features.agents as import("../../../packages/coding-agent/src/agents/subagents.ts").Subagents
	).registry();
	const asleep = group.find("Asleep");
	if (asleep) await group.park(asleep);
	await team.prompt("again");
	expect(team.lastResult("irc")).toBe("Delivered to 1 peer(s):\n- Awake: woken");
	await until(() => team.requests("Awake").length === 2);
	expect(team.requests("Asleep")).toHaveLength(1);
	expect(group.find("Asleep")?.status).toBe("parked");
});

verifies("agents:irc:mailbox-limit", () => {
	const mail = new Inboxes();
	const letter = (number: number) => ({ id: String(number), from: "A", to: "B", body: String(number), ts: 0 });
	for (let number = 0; number < 130; number++) mail.put(letter(number));
	expect(mail.unread("B")).toBe(100);
	expect(
		mail
			.takeAll("B")
			.map(({ body }) => body)
			.slice(0, 2),
	).toEqual(["30", "31"]);
	expect(mail.takeAll("B")).toEqual([]);
});

test("two agents that wait for each other both go on", async () => {
	const wait = (from: string) => irc({ op: "wait", from, timeoutMs: 60 });
	await using team = await subagentSession({
		scripts: {
			Main: [task({ name: "A", task: "1" }, { name: "B", task: "2" }), says("done")],
			A: [wait("B"), hands("ok")],
			B: [wait("A"), hands("ok")],
		},
	});
	await team.prompt("go");
	expect(team.lastResult("task")).toContain('id="B" agent="task" status="completed"');
});

test("a parent's message reaches a running child with its next request, as steering", async () => {
	const isWorking = gate();
	await using team = await subagentSession({
		settings: { "async.enabled": true },
		scripts: {
			Main: [
				task({ name: "Child", task: "1" }),
				after(isWorking.opened, send("Child", "stop that")),
				...Array.from({ length: 4 }, () => says("ok")),
			],
			Child: [
				calls({ name: "bash", arguments: { i: "Working", command: "until [ -e go ]; do sleep 0.01; done" } }),
				hands("ok"),
			],
		},
	});
	team.workbench.conversations.subscribe((event, { conversationId }) => {
		if (conversationId === "Child" && event.type === "tool_execution_start") isWorking.open();
	}, "test");
	await team.prompt("go");
	expect(team.lastResult("irc")).toBe("Delivered to 1 peer(s):\n- Child: injected");
	await team.project.write("go", "");
	await until(() => team.requests("Child").length === 2);
	expect(seen(team, "Child")).toContain("stop that");
});

verifies("tools-exec:job:poll-peer", async () => {
	const isPolling = gate();
	await using team = await subagentSession({
		settings: { "async.enabled": true, "async.pollWaitDuration": "5m" },
		scripts: {
			Main: [
				task({ name: "Slow", task: "1" }, { name: "Writer", task: "2" }),
				calls({ name: "job", arguments: { i: "Waiting", poll: ["Slow"] } }),
				says("Heard."),
				...Array.from({ length: 4 }, () => says("ok")),
			],
			Slow: [
				(_reply, { options }) =>
					new Promise((_r, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason))),
			],
			Writer: [after(isPolling.opened, send("Main", "news")), hands("ok")],
		},
	});
	team.main.subscribe((event) => {
		if (event.type === "tool_execution_start" && event.toolName === "job") isPolling.open();
	});
	await team.prompt("go");
	expect(team.lastResult("job")).toContain("## Still Running (1)");
	expect(JSON.stringify(team.requests("Main")[2]?.context.messages)).toContain("news");
});

verifies("tools-agent:irc:availability", async () => {
	const names = (team: SubagentSession, id: string, request = 0) =>
		team.requests(id)[request]?.context.tools?.map(({ name }) => name) ?? [];
	await using team = await subagentSession({
		scripts: {
			Main: [task({ name: "Alpha", agent: "explore", task: "1" }), says("done")],
			Alpha: [hands({ summary: "s", files: [], architecture: "a" })],
		},
	});
	await team.prompt("go");
	// From the start: a tool that comes later costs the cached prompt.
	expect(names(team, "Main")).toContain("irc");
	expect(names(team, "Main", 1)).toEqual(names(team, "Main"));
	// It starts nothing that could be waited for.
	expect(names(team, "Alpha")).not.toContain("job");
	// It cannot start agents itself.
	expect(names(team, "Alpha")).toContain("irc");
	expect(names(team, "Alpha")).not.toContain("task");
	await using alone = await subagentSession({
		settings: { "task.maxRecursionDepth": 0 },
		scripts: { Main: [irc({ op: "list" }), says("hi")] },
	});
	await alone.prompt("go");
	expect(names(alone, "Main")).not.toContain("irc");
	expect(alone.lastResult("irc")).toContain("Peer messaging is unavailable in this session.");
});
