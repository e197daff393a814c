import { createAgentSession, SessionManager, Settings } from "@oh-my-pi/pi-coding-agent";
import { calls, says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import type { Bench, Benchmark } from "../benchmark.ts";
import { agentLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const rounds = 15;
const manyAgents = 32;
/** How long the model takes for each reply. */
const replyMs = 750;

/** What sub-agents cost beside the model: until the first request, in memory, and when many work at once. */
export const agents: Benchmark = {
	name: "agents",
	async run(bench) {
		const starts: number[] = [];
		for (let round = 0; round < rounds; round++) starts.push((await runTeam(bench, 1, 0)).firstRequestMs);
		// Memory is measured before there is any left over from agents that have ended.
		const { bytesEach } = await runTeam(bench, manyAgents, 0);
		const { totalMs } = await runTeam(bench, manyAgents, replyMs);
		return [
			{
				name: "sub-agent, from the call to its first request",
				value: median(starts),
				unit: "ms",
				limit: agentLimits.start,
			},
			{
				name: `${manyAgents} sub-agents, memory of each`,
				value: bytesEach / 1024 / 1024,
				unit: "MB",
				limit: agentLimits.memory,
			},
			{
				name: `${manyAgents} sub-agents at once, time to the ideal`,
				value: totalMs / (2 * replyMs),
				unit: "×",
				limit: agentLimits.parallel,
			},
		];
	},
};

/** Agents that look for files and hand in a result, so two replies each. */
async function runTeam(bench: Bench, count: number, delayMs: number) {
	const models = new Map<string, ReturnType<typeof scriptedModel>>();
	const tasks = Array.from({ length: count }, (_, index) => ({ name: `A${index}`, task: "Look around" }));
	const slowly =
		(answer: ReturnType<typeof says>): ReturnType<typeof says> =>
		async (reply, request) => {
			if (delayMs > 0) await Bun.sleep(delayMs);
			await answer(reply, request);
		};
	const look = calls({ name: "find", arguments: { i: "Looking", pattern: "*.none" } });
	const hands = calls({ name: "yield", arguments: { result: { data: "done" } } });
	let calledAt = 0;
	let firstRequestAt = 0;
	const { session } = await createAgentSession({
		cwd: bench.cwd,
		agentDir: `${bench.scratch}/agent`,
		settings: Settings.inMemory({ async: { enabled: false } }),
		sessionManager: SessionManager.create(bench.cwd, `${bench.scratch}/sessions`),
		model: scriptedModelRecord,
		streamFn: (model, context, options) => {
			const id = /^You are `([^`]+)`/m.exec([context.systemPrompt ?? []].flat().join("\n"))?.[1] ?? "Main";
			if (id !== "Main" && firstRequestAt === 0) firstRequestAt = performance.now();
			const script =
				models.get(id) ??
				scriptedModel(
					id === "Main"
						? [calls({ name: "task", arguments: { i: "Delegating", context: "c", tasks } }), says("done")]
						: [slowly(look), slowly(hands)],
				);
			models.set(id, script);
			return script.streamFn(model, context, options);
		},
	});
	const { conversation, workbench } = session.session;
	conversation.subscribe((event) => {
		if (event.type === "tool_execution_start") calledAt = performance.now();
	});
	Bun.gc(true);
	const before = process.memoryUsage().rss;
	await session.prompt("go");
	const totalMs = performance.now() - calledAt;
	Bun.gc(true);
	const bytesEach = Math.max(0, process.memoryUsage().rss - before) / count;
	if (workbench.conversations.all.length !== count + 1) throw new Error("Not all sub-agents ran");
	await conversation.dispose();
	return { firstRequestMs: firstRequestAt - calledAt, bytesEach, totalMs };
}
