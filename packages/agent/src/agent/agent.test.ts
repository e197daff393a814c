import { describe, expect, test } from "bun:test";
import { calls, says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import type { AgentEvent } from "../event.ts";
import { isLlmMessage } from "../message.ts";
import { agentWith, echo, gatedTool, lastTexts, outline, user } from "../testing/scripted-agent.ts";
import { defineTool, ToolError } from "../tools/tool.ts";
import { Agent, AgentBusyError } from "./agent.ts";

describe("agent loop", () => {
	verifies("agent-loop:run:event-order", async () => {
		const { agent, events } = agentWith([calls({ name: "echo", arguments: { text: "hi" } }), says("Done.")]);
		const produced = await agent.prompt("go");
		expect(outline(events)).toEqual([
			"agent_start",
			"turn_start",
			"message_start user",
			"message_end user",
			"message_start assistant",
			"toolcall_start",
			"toolcall_delta",
			"toolcall_end",
			"message_end assistant",
			"tool_execution_start echo",
			"tool_execution_end echo",
			"message_start toolResult",
			"message_end toolResult",
			"turn_end",
			"turn_start",
			"message_start assistant",
			"text_start",
			"text_delta",
			"text_end",
			"message_end assistant",
			"turn_end",
			"agent_end",
		]);
		expect(produced.map((message) => message.role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
	});

	test("the model sees its call and the result in the next request", async () => {
		const { agent, requests } = agentWith([calls({ name: "echo", arguments: { text: "hi" } }), says("Done.")]);
		await agent.prompt("go");
		expect(requests[1]?.context.messages.at(-1)).toEqual({
			role: "toolResult",
			toolCallId: "call_0",
			toolName: "echo",
			content: [{ type: "text", text: "hi" }],
			isError: false,
			timestamp: 7,
		});
	});

	verifies("agent-loop:run:tool-results-follow-call-order", async () => {
		const log: string[] = [];
		const slow = gatedTool("slow", log);
		const quick = gatedTool("quick", log);
		const { agent, events } = agentWith(
			[calls({ name: "slow", arguments: {} }, { name: "quick", arguments: {} }), says("Done.")],
			[slow.tool, quick.tool],
		);
		const run = agent.prompt("go");
		await until(() => log.length === 2);
		quick.open();
		await until(() => log.includes("end quick"));
		slow.open();
		await run;
		expect(log).toEqual(["begin slow", "begin quick", "end quick", "end slow"]);
		const results = events.flatMap((event) =>
			event.type === "message_end" && event.message.role === "toolResult" ? [event.message.toolName] : [],
		);
		expect(results).toEqual(["slow", "quick"]);
	});

	verifies("agent-loop:tool:exclusive-barrier", async () => {
		const log: string[] = [];
		const first = gatedTool("first", log);
		const alone = gatedTool("alone", log, "exclusive");
		const later = gatedTool("later", log);
		const { agent } = agentWith(
			[calls(...["first", "alone", "later"].map((name) => ({ name, arguments: {} }))), says("Done.")],
			[first.tool, alone.tool, later.tool],
		);
		const run = agent.prompt("go");
		await until(() => log.length === 1);
		for (const gate of [first, alone, later]) gate.open();
		await run;
		expect(log).toEqual(["begin first", "end first", "begin alone", "end alone", "begin later", "end later"]);
	});

	verifies("agent-loop:steer:between-tools", async () => {
		const log: string[] = [];
		const working = gatedTool("working", log, "exclusive");
		const { agent, requests } = agentWith(
			[calls({ name: "working", arguments: {} }, { name: "echo", arguments: { text: "never" } }), says("Stopped.")],
			[working.tool, echo],
		);
		const run = agent.prompt("go");
		await until(() => log.length === 1);
		agent.steer(user("stop that"));
		working.open();
		await run;
		const next = requests[1]?.context.messages ?? [];
		expect(lastTexts(next).at(-1)).toBe("stop that");
		expect(next.at(-1)).toMatchObject({ role: "user", steering: true });
		expect(next.at(-2)).toMatchObject({
			role: "toolResult",
			isError: true,
			details: { __synthetic: true, source: "interrupt_skipped", executed: false },
		});
	});

	verifies("agent-loop:steer:wait-mode", async () => {
		const log: string[] = [];
		const working = gatedTool("working", log, "exclusive");
		const { agent, requests } = agentWith(
			[calls({ name: "working", arguments: {} }, { name: "echo", arguments: { text: "ran" } }), says("Ok.")],
			[working.tool, echo],
		);
		agent.setInterruptMode("wait");
		const run = agent.prompt("go");
		await until(() => log.length === 1);
		agent.steer(user("and then"));
		working.open();
		await run;
		expect(lastTexts(requests[1]?.context.messages ?? []).slice(-2)).toEqual(["ran", "and then"]);
	});

	verifies("agent-loop:follow-up:when-agent-would-stop", async () => {
		const { agent, requests } = agentWith([says("One."), says("Two."), says("Three.")]);
		agent.followUp(user("second"));
		agent.followUp(user("third"));
		await agent.prompt("first");
		expect(requests.map((request) => lastTexts(request.context.messages).at(-1))).toEqual(["first", "second", "third"]);
	});

	verifies("agent-loop:agent:prompt-while-busy", async () => {
		const { agent } = agentWith([
			async (reply) => {
				await sleep(5);
				reply.appendText(0, "Done.");
			},
		]);
		const run = agent.prompt("go");
		await expect(agent.prompt("again")).rejects.toBeInstanceOf(AgentBusyError);
		expect(await run).toHaveLength(2);
	});

	verifies("agent-loop:abort:while-streaming", async () => {
		const { agent, events } = agentWith([
			async (reply, { options }) => {
				reply.appendText(0, "Half");
				reply.openToolCall(1, { id: "c", name: "echo" });
				await new Promise((_, reject) =>
					options.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
				);
			},
		]);
		const run = agent.prompt("go");
		await until(() => outline(events).includes("toolcall_start"));
		await agent.abort();
		const produced = await run;
		expect(produced.at(-1)).toMatchObject({
			role: "assistant",
			content: [{ type: "text", text: "Half" }],
			stopReason: "aborted",
			errorMessage: "Interrupted by user",
		});
		expect(outline(events).slice(-3)).toEqual(["message_end assistant", "turn_end", "agent_end"]);
		expect(agent.isStreaming).toBe(false);
	});

	verifies("agent-loop:abort:while-tools-run", async () => {
		const log: string[] = [];
		const running = gatedTool("running", log, "exclusive");
		const { agent, events } = agentWith(
			[calls({ name: "running", arguments: {} }, { name: "echo", arguments: { text: "never" } })],
			[running.tool, echo],
		);
		const run = agent.prompt("go");
		await until(() => log.length === 1);
		await agent.abort();
		const produced = await run;
		expect(produced.map((message) => message.role)).toEqual([
			"user",
			"assistant",
			"toolResult",
			"toolResult",
			"assistant",
		]);
		expect(produced.at(-1)).toMatchObject({ content: [], stopReason: "aborted" });
		expect(outline(events).slice(-5)).toEqual([
			"turn_start",
			"message_start assistant",
			"message_end assistant",
			"turn_end",
			"agent_end",
		]);
	});

	verifies("agent-loop:run:provider-error-is-message", async () => {
		const { agent } = agentWith([
			() => {
				throw new Error("529 overloaded");
			},
		]);
		expect((await agent.prompt("go")).at(-1)).toMatchObject({ stopReason: "error", errorMessage: "529 overloaded" });
	});

	verifies("agent-loop:tool:validation-failure-text", async () => {
		const { agent, requests } = agentWith([calls({ name: "echo", arguments: { txt: "x" } }), says("Sorry.")]);
		await agent.prompt("go");
		const expected = [
			'Validation failed for tool "echo":',
			"  - text: text must be a string (was missing)",
			"  - txt: unknown parameter of echo; expected: text",
			"",
			'Received: {"txt":"x"}',
		].join("\n");
		expect(requests[1]?.context.messages.at(-1)).toMatchObject({ isError: true, content: [{ text: expected }] });
	});

	test("a parameter that is not in the advertised schema is accepted", async () => {
		const seen: unknown[] = [];
		const lenient = {
			...echo,
			hiddenParameters: { paths: { type: "array", items: { type: "string" } } },
			execute: async (params: unknown) => {
				seen.push(params);
				return { content: "ok" };
			},
		};
		const call = calls({ name: "echo", arguments: { text: "x", paths: '["a"]', other: 1 } });
		const { agent, requests } = agentWith([call, says("Done.")], [lenient]);
		await agent.prompt("go");
		expect(seen).toEqual([{ text: "x", paths: ["a"] }]);
		expect(JSON.stringify(requests[0]?.context.tools)).not.toContain("paths");
	});

	verifies("agent-loop:tool:thrown-errors", async () => {
		const broken = defineTool({
			name: "broken",
			label: "Broken",
			prompt: "",
			parameters: { type: "object", properties: {} },
			execute: async () => {
				throw new ToolError("The file is gone");
			},
		});
		const { agent, requests } = agentWith(
			[calls({ name: "nope", arguments: {} }, { name: "broken", arguments: {} }), says("Oh.")],
			[broken],
		);
		await agent.prompt("go");
		expect(lastTexts(requests[1]?.context.messages.slice(-2) ?? [])).toEqual([
			"Tool nope not found. Loaded tools: broken.",
			"The file is gone",
		]);
	});

	verifies("agent-loop:tool:intent-field", async () => {
		const asking = { ...echo, name: "asking", asksIntent: true };
		// It stays accepted where it is not asked for.
		const model = scriptedModel([calls({ name: "echo", arguments: { i: "say hi", text: "hi" } }), says("Done.")]);
		const agent = new Agent({
			streamFn: model.streamFn,
			now: () => 7,
			intentTracing: true,
			convertToLlm: (messages) => messages.filter(isLlmMessage),
			initialState: { model: scriptedModelRecord, systemPrompt: [], tools: [asking, echo], messages: [] },
		});
		const started: AgentEvent[] = [];
		agent.subscribe((event) => {
			if (event.type === "tool_execution_start") started.push(event);
		});
		await agent.prompt("go");
		const required = model.requests[0]?.context.tools?.map(({ parameters }) => parameters.required);
		expect(required).toEqual([["i", "text"], ["text"]]);
		expect(started).toEqual([
			{ type: "tool_execution_start", toolCallId: "call_0", toolName: "echo", args: { text: "hi" }, intent: "say hi" },
		]);
	});

	test("a call by an alias is renamed to the tool's name, in the history and in the result", async () => {
		const model = scriptedModel([calls({ name: "say", arguments: { text: "hi" } }), says("Done.")]);
		const agent = new Agent({
			streamFn: model.streamFn,
			now: () => 7,
			intentTracing: false,
			convertToLlm: (messages) => messages.filter(isLlmMessage),
			routeCall: ({ name }) => ({ name: name === "say" ? "echo" : name }),
			initialState: { model: scriptedModelRecord, systemPrompt: [], tools: [echo], messages: [] },
		});
		await agent.prompt("go");
		expect(model.requests[1]?.context.messages.slice(-2)).toMatchObject([
			{ role: "assistant", content: [{ type: "toolCall", name: "echo" }] },
			{
				role: "toolResult",
				toolName: "echo",
				isError: false,
				content: [{ text: "hi\n\n[The tool `say` is called `echo` here.]" }],
			},
		]);
	});

	test("a run whose history is replaced while it runs returns all messages it produced", async () => {
		const model = scriptedModel([calls({ name: "echo", arguments: { text: "hi" } }), says("Done.")]);
		const agent = new Agent({
			streamFn: model.streamFn,
			now: () => 7,
			intentTracing: false,
			convertToLlm: (messages) => messages.filter(isLlmMessage),
			beforeModelCall: async () => agent.replaceMessages(agent.state.messages.slice(-2)),
			initialState: { model: scriptedModelRecord, systemPrompt: [], tools: [echo], messages: [] },
		});
		const produced = await agent.prompt("go");
		expect(produced.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
		expect(agent.state.messages.map(({ role }) => role)).toEqual(["assistant", "toolResult", "assistant"]);
	});

	test("the context of a request can be built without sending it", async () => {
		const { agent, requests } = agentWith([says("Done.")]);
		await agent.prompt("go");
		const before = requests[0]?.context;
		const next = { role: "user" as const, content: "and?", timestamp: 7 };
		const context = await agent.contextWith([next], new AbortController().signal);
		expect(context).toEqual({ ...before, messages: [...agent.state.messages, next] } as never);
		expect(agent.state.messages).toHaveLength(2);
		expect(requests).toHaveLength(1);
	});

	verifies("agent-loop:agent:listener-isolation", async () => {
		const { agent, events } = agentWith([says("Done.")]);
		agent.subscribe(() => {
			throw new Error("broken listener");
		});
		await agent.prompt("go");
		expect(outline(events).at(-1)).toBe("agent_end");
	});
});
