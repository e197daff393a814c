import { describe, expect, test } from "bun:test";
import { joinText } from "@oh-my-pi/pi-ai/message";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { goalTool } from "@oh-my-pi/pi-tools/goal/goal";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { testLog } from "../../conversation/testing/history.ts";
import { productHooks } from "../../conversation/testing/product-hooks.ts";
import { noopTool, scriptedConversation } from "../../conversation/testing/scripted-conversation.ts";
import { GoalMode } from "./goal-mode.ts";

const works = calls({ name: "noop", arguments: {} });
const completes = calls({ name: "goal", arguments: { op: "complete" } });
/** A reply with this token usage. */
const costs = (tokens: number, answer: ScriptedAnswer): ScriptedAnswer => {
	return (reply, request) => {
		reply.setUsage({ input: tokens, output: 0 });
		return answer(reply, request);
	};
};

function striving(answers: readonly ScriptedAnswer[], given: { mayContinue?: boolean; isPlanning?: boolean } = {}) {
	const log = testLog();
	let conversation: Conversation | undefined;
	const goal = new GoalMode({
		log: () => conversation?.log ?? log,
		now: () => 0,
		newId: () => "goal-1",
		isPlanning: () => given.isPlanning ?? false,
		mayContinue: () => given.mayContinue ?? true,
		isEnabled: () => true,
	});
	const product = productHooks({ tools: [noopTool, goalTool(goal)], hooks: [(live) => goal.hook(live)] });
	const talk = scriptedConversation(answers, { ...product, log });
	conversation = talk.conversation;
	const modes = () =>
		[...log.entries()].flatMap((entry) => {
			const data = entry.type === "mode_change" ? (entry.data as { goal: { status: string } }) : undefined;
			return entry.type === "mode_change" ? [`${entry.mode}: ${data?.goal.status}`] : [];
		});
	return { ...talk, log, goal, modes };
}

describe("goal mode", () => {
	verifies("agent-loop:goal:set-and-persist", async () => {
		const { goal, log, modes } = striving([]);
		goal.create("ship it", 1000);
		goal.pause();
		goal.setBudget(undefined);
		goal.resume();
		expect(log.context()).toMatchObject({
			mode: "goal",
			modeData: { goal: { objective: "ship it", status: "active" } },
		});
		goal.reload();
		expect(goal.goal).toMatchObject({ id: "goal-1", objective: "ship it", tokensUsed: 0 });
		goal.drop();
		expect(goal.goal).toBeUndefined();
		expect(modes()).toEqual([
			"goal: active",
			"goal_paused: paused",
			"goal_paused: paused",
			"goal: active",
			"none: dropped",
		]);
	});

	verifies("agent-loop:goal:continuation", async () => {
		const talk = striving([works, says("A step."), works, says("Another."), completes, says("Reached.")]);
		talk.goal.create("ship it");
		await talk.conversation.submit({ type: "prompt", text: "begin" });
		expect(talk.requests).toHaveLength(6);
		expect(JSON.stringify(talk.requests[0]?.context.messages)).toContain("<objective>\\nship it");
		expect(talk.goal.goal).toBeUndefined();
		const ours = talk.conversation.messages.filter(
			(message) => "customType" in message && message.customType === "goal-continuation",
		);
		expect(ours).toHaveLength(2);
		expect(talk.events.filter(({ type }) => type === "agent_end")).toHaveLength(1);
		expect(talk.events).toContainEqual({ type: "goal_updated", goal: null });
	});

	test("no continuation in a mode that does not allow it", async () => {
		const talk = striving([works, says("A step.")], { mayContinue: false });
		talk.goal.create("ship it");
		await talk.conversation.submit({ type: "prompt", text: "begin" });
		expect(talk.requests).toHaveLength(2);
	});

	verifies("agent-loop:goal:no-tool-chain-ends", async () => {
		const talk = striving([works, says("A step."), says("I need you."), works, says("Thanks."), says("I need you.")]);
		talk.goal.create("ship it");
		await talk.conversation.submit({ type: "prompt", text: "begin" });
		expect(talk.requests).toHaveLength(3);
		await talk.conversation.submit({ type: "prompt", text: "go on" });
		expect(talk.requests).toHaveLength(6);
	});

	verifies("agent-loop:goal:budget-limited", async () => {
		const talk = striving([costs(80, works), costs(80, says("A step.")), works, says("Done.")]);
		talk.goal.create("ship it", 100);
		await talk.conversation.submit({ type: "prompt", text: "begin" });
		expect(talk.requests).toHaveLength(2);
		expect(talk.goal.goal).toMatchObject({ status: "budget-limited", tokensUsed: 160 });
		expect(talk.events).toContainEqual(
			expect.objectContaining({ type: "notice", message: expect.stringContaining("budget is used up") }),
		);
		expect(() => talk.goal.resume()).toThrow("used up");
		expect(talk.goal.setBudget(1000)).toMatchObject({ status: "active", tokenBudget: 1000 });
	});

	verifies("agent-loop:goal:excludes-plan", () => {
		const { goal } = striving([], { isPlanning: true });
		expect(() => goal.create("ship it")).toThrow("Leave plan mode");
	});

	verifies("tools-agent:goal:tool", async () => {
		const op = (op: string, more: Record<string, unknown> = {}) => calls({ name: "goal", arguments: { op, ...more } });
		const talk = striving([
			op("get"),
			op("create"),
			op("create", { objective: "ship it", token_budget: 1000 }),
			op("get"),
			op("resume"),
			op("complete"),
			op("create", { objective: "again" }),
			op("drop"),
			op("drop"),
			says("Done."),
		]);
		await talk.conversation.submit({ type: "prompt", text: "begin" });
		const results = talk.conversation.messages.flatMap((message) =>
			message.role === "toolResult" ? [{ isError: message.isError, text: joinText(message.content) }] : [],
		);
		const told = (status: string, objective: string, budget: string) =>
			`Goal: ${objective}\nStatus: ${status}\nTokens: 0 used, ${budget}\nTime: 0 s`;
		const none = "No goal is set. Use /goal <objective>.";
		expect(results).toEqual([
			{ isError: false, text: "There is no goal." },
			{ isError: true, text: "create needs an objective" },
			{ isError: false, text: told("active", "ship it", "of 1,000") },
			{ isError: false, text: told("active", "ship it", "of 1,000") },
			{ isError: false, text: told("active", "ship it", "of 1,000") },
			{ isError: false, text: told("complete", "ship it", "of 1,000") },
			{ isError: false, text: told("active", "again", "no budget") },
			{ isError: false, text: told("dropped", "again", "no budget") },
			{ isError: true, text: none },
		]);
		expect(talk.modes()).toEqual(["goal: active", "goal: active", "none: complete", "goal: active", "none: dropped"]);
	});

	test("one goal at a time, and none to change without one", () => {
		const { goal } = striving([]);
		expect(() => goal.pause()).toThrow("No goal is set");
		goal.create("one");
		expect(() => goal.create("two")).toThrow("A goal is active already: one");
	});
});
