import { expect } from "bun:test";
import { delivered, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { Probe } from "../probe.ts";
import { sentIn } from "../requests.ts";

const page = `${"lorem ipsum dolor sit amet ".repeat(40)}\n`.repeat(28);
const headless = "titles are made for interactive sessions";

export const contextProbes: readonly Probe[] = [
	{
		name: "AGENTS.md of the project is in the first request",
		files: { "AGENTS.md": "Use tabs in Makefiles.\n" },
		replies: [text("Done.")],
		async run({ omp, ask }) {
			await ask("hello");
			expect(JSON.stringify(omp.model.requests[0])).toContain("Use tabs in Makefiles.");
		},
	},
	{
		name: "APPEND_SYSTEM.md and rules of the user are in the system prompt",
		home: {
			".omp/agent/APPEND_SYSTEM.md": "Speak Latin.\n",
			".omp/agent/rules/tabs.md": "---\nalwaysApply: true\n---\nUse tabs.\n",
		},
		replies: [text("Done.")],
		async run({ omp, ask }) {
			await ask("hello");
			const system = JSON.stringify(omp.model.requests[0]?.system);
			expect([system.includes("Speak Latin."), system.includes("Use tabs.")]).toEqual([true, true]);
		},
	},
	{
		name: "the user's default model and thinking level count",
		replies: [text("Done.")],
		async run({ omp, ask }) {
			const models = (await omp.home.read(".omp/agent/models.yml"))
				.replace("id: a-2,", "id: a-2, reasoning: true,")
				.replace("maxTokens: 4096", "maxTokens: 8192");
			await omp.home.write(".omp/agent/models.yml", models);
			await omp.home.write(
				".omp/agent/config.yml",
				"modelRoles: { default: acme/a-2 }\ndefaultThinkingLevel: low\ntools: { approvalMode: yolo }\n",
			);
			await ask("hello");
			const [request] = omp.model.requests;
			expect([request?.model, request?.thinking]).toEqual([
				"a-2",
				{ type: "enabled", budget_tokens: 2048, display: "summarized" },
			]);
		},
	},
	{
		name: "prewalk hands over to the smaller model after the first edit",
		settings: "tools: { approvalMode: yolo }\nprewalk: { enabled: true }",
		replies: [toolCall("write", { i: "Writing", path: "made.txt", content: "made\n" }), text("Done.")],
		tools: ["write"],
		async run({ omp, ask }) {
			await ask("make it");
			expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-1", "a-2"]);
		},
	},
	{
		name: "a stream rule of the user stops a reply",
		home: { ".omp/agent/rules/no-lodash.md": "---\ncondition: lodash\n---\nUse plain JavaScript." },
		replies: [delivered(text("First we install lodash."), { chunkChars: 7 }), text("Done.")],
		async run({ omp, ask }) {
			await ask("go");
			const again = sentIn(omp, 1);
			expect([again.includes("Use plain JavaScript."), again.includes("First we install")]).toEqual([true, false]);
		},
	},
	{
		name: "a context above the threshold is compacted",
		files: { "a.txt": page, "b.txt": page },
		settings: "tools: { approvalMode: yolo }\ncompaction: { thresholdTokens: 11000, keepRecentTokens: 100 }",
		replies: [
			...["a.txt", "b.txt"].map((path) => toolCall("read", { i: "Looking", path })),
			// Those of the summary too.
			...Array.from({ length: 5 }, () => text("Done.")),
		],
		async run({ omp, ask }) {
			await ask("look at both");
			const [lines = []] = await omp.sessions();
			expect(lines.filter(({ type }) => type === "compaction")).toHaveLength(1);
		},
	},
	{
		name: "a session is named after its first message",
		replies: [text("Done."), text("Done.")],
		notApplicable: { print: headless, "mcp server": headless, sdk: headless },
		async run({ omp, open }) {
			// Both requests get the same answer, in whatever order they arrive.
			const opened = await open({ env: { PI_NO_TITLE: "", PI_RPC_EMIT_TITLE: "1" } });
			await opened.prompt("repair the login page");
			await until(async () => (await omp.sessions()).some(([header]) => header?.title === "Done"));
			await opened.close();
			expect(omp.model.requests).toHaveLength(2);
		},
	},
];
