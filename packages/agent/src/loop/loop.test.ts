import { describe, expect, test } from "bun:test";
import { calls, type ScriptedAnswer, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AgentEvent } from "../event.ts";
import { agentWith, echo, gatedTool, lastTexts, outline, user } from "../testing/scripted-agent.ts";
import { coerce } from "../tools/coerce.ts";
import type { AgentTool } from "../tools/tool.ts";

const cutOff: ScriptedAnswer = (reply) => {
	reply.appendText(0, "Once upon a");
	reply.setStop("length");
};

describe("the loop", () => {
	verifies("agent-loop:run:update-events", async () => {
		const { agent, events } = agentWith([calls({ name: "echo", arguments: { text: "hi" } }), says("Done.")]);
		await agent.prompt("go");
		const updates = events.flatMap((event) => (event.type === "message_update" ? [event.assistantMessageEvent] : []));
		expect(updates.map(({ type }) => type)).toEqual([
			"toolcall_start",
			"toolcall_delta",
			"toolcall_end",
			"text_start",
			"text_delta",
			"text_end",
		]);
		expect(updates[2]).toMatchObject({ contentIndex: 0, toolCall: { name: "echo", arguments: { text: "hi" } } });
		expect(updates[4]).toMatchObject({ contentIndex: 0, delta: "Done." });
		expect(updates[5]).toMatchObject({ content: "Done." });
		const started = events.find((event) => event.type === "message_start" && event.message.role === "assistant");
		expect(started).toMatchObject({ message: { content: [{ type: "toolCall" }] } });
	});

	verifies("agent-loop:run:assistant-end-before-tools", async () => {
		const made = ["a", "b"].map((text) => ({ name: "echo", arguments: { text } }));
		const { agent, events } = agentWith([calls(...made), says("Done.")]);
		await agent.prompt("go");
		const order = outline(events);
		expect(order.indexOf("message_end assistant")).toBeLessThan(order.indexOf("tool_execution_start echo"));
		expect(order.lastIndexOf("message_end toolResult")).toBeLessThan(order.indexOf("turn_end"));
	});

	verifies("agent-loop:run:agent-end-messages", async () => {
		const { agent, events } = agentWith([says("One."), says("Two.")]);
		await agent.prompt("first");
		await agent.prompt("second");
		const ends = events.flatMap((event) =>
			event.type === "agent_end" ? [event.messages.map(({ role }) => role)] : [],
		);
		expect(ends).toEqual([
			["user", "assistant"],
			["user", "assistant"],
		]);
	});

	verifies("agent-loop:run:length-with-complete-calls", async () => {
		const half: ScriptedAnswer = (reply) => {
			reply.openToolCall(0, { id: "whole", name: "echo" });
			reply.appendArguments(0, '{"text":"ran"}');
			reply.close(0);
			reply.openToolCall(1, { id: "half", name: "echo" });
			reply.appendArguments(1, '{"text":"cut o');
			reply.setStop("length");
		};
		const { agent, requests } = agentWith([half, says("Done.")]);
		await agent.prompt("go");
		const results = requests[1]?.context.messages.slice(-2) ?? [];
		expect(results).toMatchObject([
			{ toolCallId: "whole", isError: false },
			{ toolCallId: "half", isError: true },
		]);
	});

	verifies("agent-loop:run:length-without-calls", async () => {
		const { agent, requests } = agentWith([cutOff]);
		const produced = await agent.prompt("go");
		expect(produced.at(-1)).toMatchObject({ stopReason: "length" });
		expect(requests).toHaveLength(1);
	});

	verifies("agent-loop:run:terminal-yield-stops", async () => {
		const last: AgentTool = { ...echo, name: "last", execute: async () => ({ content: "bye", endsRun: true }) };
		const made = [
			{ name: "last", arguments: { text: "x" } },
			{ name: "echo", arguments: { text: "still" } },
		];
		const { agent, requests } = agentWith([calls(...made)], [last, echo]);
		const produced = await agent.prompt("go");
		expect(requests).toHaveLength(1);
		expect(produced.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "toolResult"]);
	});

	verifies("agent-loop:agent:continue-guards", async () => {
		const { agent } = agentWith([says("One."), says("Two.")]);
		await expect(agent.continue()).rejects.toThrow("No messages to continue from");
		await agent.prompt("go");
		await expect(agent.continue()).rejects.toThrow("Cannot continue from message role: assistant");
		agent.followUp(user("more"));
		expect((await agent.continue()).map(({ role }) => role)).toEqual(["user", "assistant"]);
	});

	verifies("agent-loop:agent:state-changes-next-request", async () => {
		const switching: AgentTool = {
			...echo,
			name: "switching",
			async execute() {
				agent.setModel({ ...scriptedModelRecord, id: "other" });
				agent.setSystemPrompt(["Be long."]);
				agent.setTools([echo]);
				return { content: "switched" };
			},
		};
		const call = calls({ name: "switching", arguments: { text: "x" } });
		const { agent, requests } = agentWith([call, says("Done.")], [switching]);
		await agent.prompt("go");
		const [first, second] = requests.map(({ context }) => [
			context.systemPrompt,
			context.tools?.map(({ name }) => name),
		]);
		expect(first).toEqual([["Be brief."], ["switching"]]);
		expect(second).toEqual([["Be long."], ["echo"]]);
		expect(agent.state.messages.at(-1)).toMatchObject({ model: "other" });
	});
});

describe("queues", () => {
	verifies("agent-loop:steer:skipped-result", async () => {
		const log: string[] = [];
		const working = gatedTool("working", log, "exclusive");
		const made = [
			{ name: "working", arguments: {} },
			{ name: "echo", arguments: { text: "never" } },
		];
		const { agent, events } = agentWith([calls(...made), says("Stopped.")], [working.tool, echo]);
		const run = agent.prompt("go");
		await until(() => log.length === 1);
		agent.steer(user("stop"));
		working.open();
		await run;
		const ofEcho = events.filter((event) => "toolName" in event && event.toolName === "echo");
		expect(ofEcho.map(({ type }) => type)).toEqual(["tool_execution_start", "tool_execution_end"]);
		const end = ofEcho[1] as Extract<AgentEvent, { type: "tool_execution_end" }>;
		expect(end).toMatchObject({
			isError: true,
			result: { details: { __synthetic: true, source: "interrupt_skipped", executed: false } },
		});
		expect(JSON.stringify(end.result.content)).toContain("Skipped due to queued user message.");
	});

	test("a call that is skipped for what no user wrote says why", async () => {
		const log: string[] = [];
		const working = gatedTool("working", log, "exclusive");
		const made = [
			{ name: "working", arguments: {} },
			{ name: "echo", arguments: { text: "never" } },
		];
		const { agent, events } = agentWith([calls(...made), says("Stopped.")], [working.tool, echo]);
		const run = agent.prompt("go");
		await until(() => log.length === 1);
		agent.steer(user("mind the gap"), [], "the advisor raised a concern");
		working.open();
		await run;
		const end = events.find((event) => event.type === "tool_execution_end" && event.toolName === "echo");
		expect(JSON.stringify(end)).toContain(
			"Skipped: the advisor raised a concern. Do not count this call as done; make it again afterwards if it is still needed.",
		);
	});

	verifies("agent-loop:steer:never-cuts-text", async () => {
		const gate = Promise.withResolvers<void>();
		const slow: ScriptedAnswer = async (reply) => {
			reply.appendText(0, "Half ");
			await gate.promise;
			reply.appendText(0, "and half.");
		};
		const { agent, events, requests } = agentWith([slow, says("Yes?")]);
		const run = agent.prompt("go");
		await until(() => outline(events).includes("text_delta"));
		agent.steer(user("hey"));
		gate.resolve();
		await run;
		expect(lastTexts(requests[1]?.context.messages ?? [])).toEqual(["go", "Half and half.", "hey"]);
	});

	verifies("agent-loop:steer:one-at-a-time", async () => {
		const { agent, requests } = agentWith([says("A."), says("B."), says("C.")]);
		for (const text of ["one", "two", "three"]) agent.steer(user(text));
		await agent.prompt("go");
		expect(requests.map(({ context }) => context.messages.length)).toEqual([2, 4, 6]);
		const all = agentWith([says("A.")]);
		all.agent.setSteeringMode("all");
		for (const text of ["one", "two", "three"]) all.agent.steer(user(text));
		await all.agent.prompt("go");
		expect(lastTexts(all.requests[0]?.context.messages ?? [])).toEqual(["go", "one", "two", "three"]);
		expect(() => agent.setSteeringMode("sometimes" as "all")).toThrow();
	});

	verifies("agent-loop:queue:pop-newest", () => {
		const { agent } = agentWith([]);
		for (const text of ["old", "new"]) {
			agent.steer(user(text));
			agent.followUp(user(text));
		}
		expect(agent.popLastSteer()).toMatchObject({ content: "new" });
		expect(agent.popLastFollowUp()).toMatchObject({ content: "new" });
		expect(agent.queuedMessageCount).toBe(2);
	});
});

describe("tool calls", () => {
	verifies("agent-loop:tool:unknown-name", async () => {
		const { agent, requests } = agentWith([calls({ name: "nope", arguments: {} }), says("Oh.")]);
		await agent.prompt("go");
		expect(requests[1]?.context.messages.at(-1)).toMatchObject({
			isError: true,
			content: [{ type: "text", text: "Tool nope not found. Loaded tools: echo." }],
		});
	});

	verifies("agent-loop:tool:bad-json", async () => {
		const broken: ScriptedAnswer = (reply) => {
			reply.openToolCall(0, { id: "c", name: "echo" });
			reply.appendArguments(0, '{"text": oops');
			reply.close(0);
			reply.setStop("toolUse");
		};
		const { agent, requests } = agentWith([broken, says("Sorry.")]);
		await agent.prompt("go");
		const [call, result] = requests[1]?.context.messages.slice(-2) ?? [];
		expect(call).toMatchObject({ content: [{ arguments: { __rawJson: '{"text": oops' } }] });
		const text = lastTexts(result ? [result] : [])[0] ?? "";
		expect(text).toStartWith(
			'Validation failed for tool "echo": Tool call arguments are not valid JSON.\nParse Error: ',
		);
		expect(text).toEndWith('Raw JSON:\n{"text": oops');
	});

	verifies("agent-loop:tool:lenient-coercion", () => {
		const schema = {
			type: "object",
			properties: { n: { type: "number" }, on: { type: "boolean" }, s: { type: "string" }, o: { type: "object" } },
			required: ["s"],
		};
		const given = { n: "5", on: "false", s: 7, o: '{"a":1}', extra: 1 };
		expect(coerce(given, schema)).toEqual({ value: { n: 5, on: false, s: "7", o: { a: 1 } }, problems: [] });
		expect(coerce({ s: "x", n: null }, schema)).toEqual({ value: { s: "x" }, problems: [] });
	});

	verifies("agent-loop:tool:shared-in-parallel", async () => {
		const log: string[] = [];
		const both = ["first", "second"].map((name) => gatedTool(name, log));
		const { agent } = agentWith(
			[calls(...["first", "second"].map((name) => ({ name, arguments: {} }))), says("Done.")],
			both.map(({ tool }) => tool),
		);
		const run = agent.prompt("go");
		await until(() => log.length === 2);
		for (const { open } of both) open();
		await run;
		expect(log.slice(0, 2)).toEqual(["begin first", "begin second"]);
	});

	verifies("agent-loop:tool:late-update-ignored", async () => {
		let late = () => {};
		const chatty: AgentTool = {
			...echo,
			name: "chatty",
			async execute(_params, call) {
				late = () => call.onProgress({ content: "too late" });
				return { content: "done" };
			},
		};
		const { agent, events } = agentWith([calls({ name: "chatty", arguments: { text: "x" } }), says("Done.")], [chatty]);
		await agent.prompt("go");
		late();
		await Bun.sleep(0);
		expect(JSON.stringify(events)).not.toContain("too late");
	});

	verifies("agent-loop:abort:idempotent", async () => {
		const log: string[] = [];
		const running = gatedTool("running", log);
		const { agent, events } = agentWith([calls({ name: "running", arguments: {} })], [running.tool]);
		await agent.abort();
		const run = agent.prompt("go");
		await until(() => log.length === 1);
		await Promise.all([agent.abort(), agent.abort()]);
		expect(agent.isStreaming).toBe(false);
		await agent.abort();
		await run;
		expect(outline(events).filter((line) => line === "agent_end")).toHaveLength(1);
	});
});
