import { expect, test } from "bun:test";
import { type AgentTool, defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sourceOf } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { scriptedWorkbench } from "./scripted-workbench.ts";

function tool(name: string): AgentTool {
	return defineTool({
		name,
		label: name,
		prompt: `The tool ${name}`,
		parameters: { type: "object", properties: {} },
		execute: async () => ({ content: `${name} ran` }),
	});
}

test("a tool source can be added and removed at run time, and other sources stay", async () => {
	const run = (name: string) => calls({ name, arguments: {} });
	await using omp = await scriptedWorkbench([
		says("1"),
		run("mcp__mail__send"),
		says("2"),
		run("mcp__mail__send"),
		says("3"),
	]);
	const mail = [tool("mcp__mail__send")];
	const weather = [tool("forecast")];
	await omp.prompt("one");
	omp.workbench.conversations.putToolSource({ id: "mcp:mail", tools: () => mail });
	omp.workbench.conversations.putToolSource({ id: "extension:weather", tools: () => weather });
	await omp.prompt("two");
	expect(omp.lastResult()).toContain("mcp__mail__send ran");
	expect(omp.session.conversation.tools.map(sourceOf)).toContain("mcp:mail");

	omp.workbench.conversations.removeToolSource("mcp:mail");
	await omp.prompt("three");
	expect(omp.lastResult()).toContain("Tool mcp__mail__send not found");
	const [before = [], during, , after] = omp.offered();
	expect(during).toEqual([...before, "mcp__mail__send", "forecast"]);
	expect(after).toEqual([...before, "forecast"]);
});

test("a tool whose name is taken is skipped and reported; others of its source are added", async () => {
	await using omp = await scriptedWorkbench([says("1")]);
	const notices: string[] = [];
	omp.workbench.conversations.subscribe((event) => {
		if (event.type === "notice") notices.push(event.message);
	}, "test");
	const tools = [tool("read"), tool("forecast")];
	omp.workbench.conversations.putToolSource({ id: "extension:weather", tools: () => tools });
	await omp.prompt("one");
	expect(omp.session.conversation.tools.find(({ name }) => name === "read")).not.toBe(tools[0]);
	expect(omp.offered()[0]).toContain("forecast");
	expect(notices).toEqual(['Tool "read" of extension:weather is left out: builtin has one of that name']);
});
