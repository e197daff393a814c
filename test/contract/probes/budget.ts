import { expect } from "bun:test";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Probe } from "../probe.ts";
import { delegates } from "../subagent-model.ts";

/** One session in a process. */
const oneSession = "a process has one session";
const asksModel = `import { complete } from "@oh-my-pi/pi-ai";
	export default (pi) => pi.on("before_agent_start", async (_, ctx) => {
		await complete(ctx.model, { messages: [{ role: "user", content: "extra", timestamp: 0 }] }, { apiKey: "acme-secret-key" });
	});`;

export const budgetProbes: readonly Probe[] = [
	{
		name: "a session stops at budget.session.requests",
		settings: "tools: { approvalMode: yolo }\nbudget: { session: { requests: 1 } }",
		replies: [toolCall("bash", { i: "Working", command: "true" }), text("Done.")],
		tools: ["bash"],
		async run({ omp, ask }) {
			const told = await ask("go", { answer: "Budget reached" });
			expect([omp.model.requests.length, told.includes("Budget reached: 1 of 1 request")]).toEqual([1, true]);
		},
	},
	{
		name: "requests of an extension count for its session",
		settings: "budget: { session: { requests: 1 } }",
		home: { ".omp/agent/extensions/probe.ts": asksModel },
		replies: [text("Extra."), text("Done.")],
		async run({ omp, ask }) {
			const told = await ask("go", { answer: "Budget reached" });
			expect([omp.model.requests.length, told.includes("Budget reached: 1 of 1 request")]).toEqual([1, true]);
		},
	},
	{
		name: "requests of a sub-agent count for the session",
		settings: "tools: { approvalMode: yolo }\nasync: { enabled: false }\nbudget: { session: { requests: 2 } }",
		otherwise: delegates(() => toolCall("bash", { i: "Working", command: "true" })),
		tools: ["bash", "task"],
		async run({ omp, open }) {
			const opened = await open();
			await opened.prompt("go", { answer: "Budget reached" });
			await opened.close();
			expect(omp.model.requests).toHaveLength(2);
		},
	},
	{
		name: "two sessions of a process pay for their own requests and those of their own extensions",
		settings: "budget: { session: { requests: 2 } }",
		home: { ".omp/agent/extensions/probe.ts": asksModel },
		replies: Array.from({ length: 6 }, () => text("Done.")),
		notApplicable: { terminal: oneSession, print: oneSession, rpc: oneSession },
		async run({ omp, open }) {
			const first = await open();
			const second = await first.another?.();
			await first.prompt("go");
			await second?.prompt("go");
			expect([omp.model.requests.length, first.told().includes("Budget reached")]).toEqual([4, false]);
		},
	},
];
