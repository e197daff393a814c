import { expect, test } from "bun:test";
import { type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { isBudgetStop } from "../../../packages/coding-agent/src/conversation/recovery/failure-kind.ts";
import { hands, subagentSession, task } from "./testing/subagent-session.ts";

const lastReplyOf = (messages: readonly { role: string }[]) => messages.findLast(({ role }) => role === "assistant");

test("a sub-agent at its cap ends with the reason, stays idle, and others go on", async () => {
	await using project = await workspace();
	await using team = await subagentSession({
		project,
		settings: { "budget.agent.requests": 1, "async.enabled": false },
		scripts: {
			Main: [task({ name: "Long", task: "Long" }, { name: "Short", task: "Short" }), says("done")],
			Long: [says("thinking"), hands("never")],
			Short: [hands("quick")],
		},
	});
	await team.prompt("go");
	const result = team.lastResult("task");
	expect(result).toContain("Budget reached: 1 of 1 request used for this sub-agent");
	expect(result).toContain('id="Short" agent="task" status="completed"');
	expect(team.requests("Long")).toHaveLength(1);
	expect(lastReplyOf(team.main.messages)).toMatchObject({ stopReason: "stop" });
});

test("sub-agents and their parent share the cap of the session, and the ledger has each by its source", async () => {
	await using project = await workspace();
	const used =
		(answer: ScriptedAnswer): ScriptedAnswer =>
		async (reply, request) => {
			await answer(reply, request);
			reply.setUsage({ input: 100, output: 10 });
		};
	await using team = await subagentSession({
		project,
		settings: { "budget.session.requests": 3, "async.enabled": false },
		scripts: {
			Main: [used(task({ name: "One", task: "One" }, { name: "Two", task: "Two" })), used(says("never"))],
			One: [used(hands("one"))],
			Two: [used(hands("two"))],
		},
	});
	await team.prompt("go");
	const last = lastReplyOf(team.main.messages);
	expect(last && "usage" in last && isBudgetStop(last as Parameters<typeof isBudgetStop>[0])).toBe(true);
	const { ledger } = await team.workbench.budget.governor();
	const rows = ledger.rows().filter(({ session }) => session === team.main.log.header.id);
	expect(rows.map(({ source, agent, input }) => [source, agent, input]).sort()).toEqual([
		["agent", "", 100],
		["sub-agent", "One", 100],
		["sub-agent", "Two", 100],
	]);
});
