import { expect, test } from "bun:test";
import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import type { BuiltInTool } from "@oh-my-pi/pi-tools/contract/built-in-tool";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import { defineView, loadViews, viewedOutput } from "@oh-my-pi/pi-tools/view/view";
import { boolean, section, string } from "@oh-my-pi/pi-utils/settings/setting";
import { scriptedWorkbench } from "./scripted-workbench.ts";

const greetSettings = section("greet", {
	enabled: boolean({ default: true, label: "greet", help: "Greet people." }),
	word: string({ default: "Hello", label: "Greeting", help: "The first word." }),
});

const traits: ToolTraits = {
	name: "greet",
	aliases: ["say_hello"],
	effects: [],
	switch: greetSettings.enabled,
	view: async () => greetView,
};

function greetTool(word: () => string) {
	return defineTool({
		...traits,
		label: "Greet",
		prompt: "Greets somebody.",
		parameters: { type: "object", properties: { whom: { type: "string" } }, required: ["whom"] } as const,
		approval: "read",
		execute: async ({ whom }) => ({ content: `${word()}, ${whom}!`, details: { whom } }),
	});
}

const greetView = defineView<typeof greetTool>({
	shape: "inline",
	title: ({ whom = "" }) => `Greet ${whom}`,
	result: ({ details }) => [`greeted ${details?.whom}`],
});

/** Adding a tool takes only this definition and its place in the list. */
const greet: BuiltInTool = {
	...traits,
	settings: [greetSettings],
	create: ({ settings }: Pick<ToolServices, "settings">) => greetTool(() => settings.get(greetSettings.word)),
};

const tools = [...builtInTools, greet];
const call = (name: string) => calls({ name, arguments: { whom: "Ada" } });

test("a tool from outside is offered, called by its alias, and follows its setting", async () => {
	await using omp = await scriptedWorkbench([call("say_hello"), says("Done.")], {
		tools,
		config: "greet: { word: Good day }\n",
	});
	await omp.prompt("greet Ada");
	expect(omp.offered()[0]).toContain("greet");
	expect(omp.lastResult()).toContain("Good day, Ada!");
	expect(omp.session.conversation.messages.find(({ role }) => role === "toolResult")).toMatchObject({
		toolName: "greet",
		isError: false,
	});
});

test("a tool from outside follows its switch, also during a session", async () => {
	await using omp = await scriptedWorkbench([says("1"), call("greet"), says("2"), says("3")], { tools });
	await omp.prompt("one");
	omp.session.settings.override(greetSettings.enabled, false);
	await omp.prompt("two");
	expect(omp.lastResult()).toContain("The tool greet is switched off.");
	omp.session.settings.override(greetSettings.enabled, true);
	await omp.prompt("three");
	expect(omp.offered().map((names) => names.includes("greet"))).toEqual([true, false, false, true]);
});

test("a tool from outside is drawn by its view", async () => {
	await using omp = await scriptedWorkbench([], { tools });
	const view = (await loadViews(omp.workbench.tools)).get("greet");
	const options = { theme: plainTheme, expanded: false, width: 80 };
	const output = viewedOutput({ content: [], details: { whom: "Ada" } }, "done");
	expect([view?.title?.({ whom: "Ada" }, options), view?.result?.(output, options, {})]).toEqual([
		"Greet Ada",
		["greeted Ada"],
	]);
});
