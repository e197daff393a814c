import { expect, test } from "bun:test";
import { calls, says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { Agent } from "../agent/agent.ts";
import { isLlmMessage } from "../message.ts";
import { agentWith, echo, lastTexts } from "../testing/scripted-agent.ts";
import { type AgentTool, defineTool } from "./tool.ts";

const answerTo = async (call: { name: string; arguments: Record<string, unknown> }, tool: AgentTool = echo) => {
	const { agent, requests } = agentWith([calls(call), says("Done.")], [tool]);
	await agent.prompt("go");
	return lastTexts(requests[1]?.context.messages.slice(-1) ?? [])[0];
};

test("an argument that no parameter has is named below the result", async () => {
	expect(await answerTo({ name: "echo", arguments: { text: "hi", loud: true, "-n": 1 } })).toBe(
		"hi\n\n[Ignored `loud`, `-n`: unknown parameters of echo; expected: text]",
	);
});

test("a tool may read arguments under other names, which is said", async () => {
	const adapting = {
		...echo,
		adapt: ({ words, ...rest }: Readonly<Record<string, unknown>>) => ({
			arguments: { ...rest, text: words },
			notes: ["Read `words` as `text`."],
		}),
	};
	expect(await answerTo({ name: "echo", arguments: { words: "hi" } }, adapting)).toBe(
		"hi\n\n[Read `words` as `text`.]",
	);
});

test("bad arguments are not sent back but for their beginning", async () => {
	const answer = await answerTo({ name: "echo", arguments: { content: "x".repeat(18_000) } });
	expect(answer).toContain("  - text: text must be a string (was missing)\n  - content: unknown parameter of echo");
	expect(answer).toEndWith("… (18014 characters)");
	expect(answer?.length).toBeLessThan(500);
});

test.each(["Echo", "ECHO", "functions.echo", "Repeat_After", "RepeatAfter"])("%s is the tool echo", async (name) => {
	const answer = await answerTo({ name, arguments: { text: "hi" } }, { ...echo, aliases: ["repeat_after"] });
	expect(answer).toBe("hi");
});

test("hooks are asked when a call's turn comes, after the calls before it", async () => {
	let isBlocked = true;
	const unblock = defineTool({
		name: "unblock",
		label: "Unblock",
		prompt: "",
		parameters: { type: "object", properties: {} },
		concurrency: "exclusive",
		execute: async () => {
			isBlocked = false;
			return { content: "unblocked" };
		},
	});
	const model = scriptedModel([
		calls(
			{ name: "echo", arguments: { text: "before" } },
			{ name: "unblock", arguments: {} },
			{ name: "echo", arguments: { text: "after" } },
		),
		says("Done."),
	]);
	const agent = new Agent({
		streamFn: model.streamFn,
		now: () => 7,
		intentTracing: false,
		convertToLlm: (messages) => messages.filter(isLlmMessage),
		beforeToolCall: async ({ name }) => (isBlocked && name !== "unblock" ? { refuse: "blocked" } : undefined),
		initialState: { model: scriptedModelRecord, systemPrompt: [], tools: [echo, unblock], messages: [] },
	});
	await agent.prompt("go");
	expect(lastTexts(model.requests[1]?.context.messages.slice(-3) ?? [])).toEqual(["blocked", "unblocked", "after"]);
});
