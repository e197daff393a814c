import { expect } from "bun:test";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Probe } from "../probe.ts";
import { sentIn } from "../requests.ts";

const noCommands = { "mcp server": "clients run no commands" };
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

type Messages = ReadonlyArray<{ content: ReadonlyArray<{ type: string; source?: { data: string } }> }>;

export const inputProbes: readonly Probe[] = [
	{
		name: "a file command of the user becomes its prompt",
		home: { ".omp/agent/commands/greet.md": "Say hello to $ARGUMENTS in verse." },
		replies: [text("Done.")],
		notApplicable: noCommands,
		async run({ omp, ask }) {
			await ask("/greet Bern");
			expect(sentIn(omp, 0)).toContain("Say hello to Bern in verse.");
		},
	},
	{
		name: "/skill:name brings the skill into the prompt",
		home: { ".omp/agent/skills/knots/SKILL.md": "---\nname: knots\ndescription: Ties knots\n---\nFirst make a loop." },
		replies: [text("Done.")],
		notApplicable: noCommands,
		async run({ omp, ask }) {
			await ask("/skill:knots tie one");
			expect([sentIn(omp, 0).includes("First make a loop."), sentIn(omp, 0).includes("tie one")]).toEqual([true, true]);
		},
	},
	{
		name: "a command of an extension runs",
		home: {
			".omp/agent/extensions/probe.ts": `import { writeFileSync } from "node:fs";
				export default (pi) => pi.registerCommand("note", {
					description: "Notes",
					handler: async (args, ctx) => writeFileSync(ctx.cwd + "/noted", args),
				});`,
		},
		replies: [text("Done.")],
		notApplicable: noCommands,
		async run({ omp, open }) {
			const opened = await open();
			await opened.prompt("/note this", { answer: "" });
			await opened.prompt("hello");
			await opened.close();
			expect([await omp.files.read("noted"), omp.model.requests.length]).toEqual(["this", 1]);
		},
	},
	{
		name: "a large image reaches the model, made smaller",
		replies: [text("Done.")],
		notApplicable: { "mcp server": "ask takes a text" },
		async run({ omp, ask }) {
			const png = await new Bun.Image(Buffer.from(dot, "base64")).resize(3000, 1500).png().bytes();
			await omp.files.write("wall.png", png);
			await ask("what is it?", { images: ["wall.png"] });
			const blocks = (omp.model.requests[0]?.messages as Messages | undefined)?.flatMap(({ content }) => content) ?? [];
			const [image] = blocks.filter(({ type }) => type === "image");
			const { width, height } = await new Bun.Image(Buffer.from(image?.source?.data ?? "", "base64")).metadata();
			expect([width, height]).toEqual([2000, 1000]);
		},
	},
];
