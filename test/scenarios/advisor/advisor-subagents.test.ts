import { expect, setDefaultTimeout, test } from "bun:test";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { advisorProject, userTexts } from "./advisor-project.ts";

setDefaultTimeout(90_000);

const agent = (name: string, more = "") => `---\nname: ${name}\ndescription: does it\n${more}---\nDo it.\n`;

test("a sub-agent has an advisor only where setting, definition or the user's choice for it say so", async () => {
	const files = {
		".omp/agents/plain.md": agent("plain"),
		".omp/agents/watched.md": agent("watched", "advisor: true\n"),
	};
	for (const { name, settings, isWatched } of [
		{ name: "plain", settings: "", isWatched: false },
		{ name: "watched", settings: "", isWatched: true },
		{ name: "watched", settings: "task: { agentAdvisor: { watched: false } }\n", isWatched: false },
		{ name: "plain", settings: "task: { agentAdvisor: { plain: true } }\n", isWatched: true },
	]) {
		await using omp = await advisorProject({
			files,
			primary: [
				toolCall("task", { agent: name, tasks: [{ name: "Helper", description: "help", task: "the errand" }] }),
				toolCall("yield", { result: { data: "handed in" } }),
				text("Done."),
			],
			advisor: [],
			settings: `async: { enabled: false }\n${settings}`,
		});
		const run = await omp.run(["-p", "go", "--yolo", "--trust"]);
		expect([name, settings, run.stdout]).toEqual([name, settings, "Done.\n"]);
		const updates = omp.advisor().map((body) => userTexts(body).join("\n"));
		expect([
			name,
			settings,
			updates.some((update) => update.includes("**user**:\n") && update.includes("→ yield(")),
		]).toEqual([name, settings, isWatched]);
	}
});
