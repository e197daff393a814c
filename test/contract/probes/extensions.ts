import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Probe } from "../probe.ts";
import { offeredIn, sentIn } from "../requests.ts";

const extension = ".omp/agent/extensions/probe.ts";
const greetTool = `pi.registerTool({
	name: "greet", label: "Greet", description: "Greets", parameters: { type: "object", properties: {} },
	execute: async () => ({ content: [{ type: "text", text: "good morning" }] }),
})`;

export const extensionProbes: readonly Probe[] = [
	{
		name: "the input event of an extension rewrites a prompt",
		home: { [extension]: 'export default (pi) => pi.on("input", ({ text }) => ({ text: text + " REWRITTEN" }));' },
		replies: [text("Done.")],
		async run({ omp, ask }) {
			await ask("original");
			expect(sentIn(omp, 0)).toContain("original REWRITTEN");
		},
	},
	{
		name: "an extension that handles the input keeps it from the model",
		home: {
			[extension]:
				'export default (pi) => pi.on("input", ({ text }) => text === "mine" ? { handled: true } : undefined);',
		},
		replies: [text("Done.")],
		async run({ omp, open }) {
			const opened = await open();
			await opened.prompt("mine", { answer: "" });
			await opened.prompt("yours");
			await opened.close();
			expect([omp.model.requests.length, sentIn(omp, 0).includes("mine")]).toEqual([1, false]);
		},
	},
	{
		name: "before_agent_start of an extension changes the system prompt",
		home: {
			[extension]:
				'export default (pi) => pi.on("before_agent_start", ({ systemPrompt }) => ({ systemPrompt: [...systemPrompt, "Speak Latin."] }));',
		},
		replies: [text("Done.")],
		async run({ omp, ask }) {
			await ask("hello");
			expect(JSON.stringify(omp.model.requests[0]?.system)).toContain("Speak Latin.");
		},
	},
	{
		name: "a tool of an extension is offered and runs",
		home: { [extension]: `export default (pi) => ${greetTool};` },
		replies: [toolCall("greet", {}), text("Done.")],
		tools: ["read", "greet"],
		async run({ omp, ask }) {
			await ask("greet me");
			expect([offeredIn(omp, 0).includes("greet"), sentIn(omp, 1).includes("good morning")]).toEqual([true, true]);
		},
	},
	{
		name: "session_start and session_shutdown reach extensions once for each session",
		home: {
			[extension]: `import { appendFileSync } from "node:fs";
				export default (pi) => {
					for (const event of ["session_start", "session_shutdown"])
						pi.on(event, (_, ctx) => appendFileSync(ctx.cwd + "/events", event + "\\n"));
				};`,
		},
		replies: [text("Done.")],
		async run({ omp, ask, entry }) {
			await ask("hello");
			const events = (await omp.files.read("events")).trimEnd().split("\n");
			const once = ["session_start", "session_shutdown"];
			// The MCP server has one more session, for tools that clients call themselves.
			expect(events.toSorted()).toEqual((entry === "mcp server" ? [...once, ...once] : once).toSorted());
		},
	},
	{
		name: "an extension of an untrusted project is not loaded",
		files: {
			".omp/extensions/probe.ts":
				'import { writeFileSync } from "node:fs"; writeFileSync("loaded", ""); export default () => {};',
		},
		replies: [text("Done.")],
		async run({ omp, ask }) {
			await ask("hello", { isUntrusted: true });
			expect([existsSync(omp.files.file("loaded")), omp.model.requests.length]).toEqual([false, 1]);
		},
	},
];
