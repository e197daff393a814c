import { test } from "bun:test";
import { type AgentTool, defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { drawnBlock } from "../../packages/coding-agent/src/modes/interactive/transcript/draw/parts/drawn-block.ts";
import { atScreen } from "./at-screen.ts";

const poll = (details: unknown) =>
	({
		role: "custom",
		customType: "poll",
		content: "Tabs or spaces?",
		details,
		display: true,
		attribution: "agent",
		timestamp: 0,
	}) as const;

test("custom messages of a type are drawn by the renderer that was added for it, until it is removed", async () => {
	await using omp = await atScreen([says("one"), says("two")]);
	const { conversation } = omp.session;
	const remove = omp.registries.blockRenderers.addMessage(
		"poll",
		drawnBlock(({ text, details }, { theme }) => [theme.bold(`Poll: ${text} ${JSON.stringify(details)}`)]),
	);
	await conversation.submit({ type: "send", message: poll({ tabs: 3 }), as: "steer", triggerTurn: true });
	await omp.shows('Poll: Tabs or spaces? {"tabs":3}');
	remove();
	await conversation.submit({ type: "send", message: poll({ tabs: 4 }), as: "steer", triggerTurn: true });
	await omp.shows("[poll]");
});

test("an added panel is shown above the editor, until it is removed", async () => {
	await using omp = await atScreen([]);
	const rows = ["Build: green"];
	const remove = omp.registries.panels.add("build", () => ({ render: () => rows }));
	await omp.shows("Build: green");
	remove();
	await omp.showsNoMore("Build: green");
});

test("calls of a tool are drawn by the view that was added for it, until it is removed", async () => {
	const shout = (id: string) => calls({ id, name: "shout", arguments: { words: "hey" } });
	await using omp = await atScreen([shout("1"), says("done"), shout("2"), says("done again")]);
	const remove = omp.registries.toolViews.add("shout", { shape: "inline", title: () => "SHOUTING" });
	const { conversation } = omp.session;
	await conversation.submit({ type: "prompt", text: "go" });
	await omp.shows("SHOUTING");
	remove();
	await conversation.submit({ type: "prompt", text: "once more" });
	await omp.shows("words");
});

test("a tool of another source brings its view, which is removed with it", async () => {
	await using omp = await atScreen([]);
	const { toolSources } = omp.session;
	const tool = defineTool({
		name: "whisper",
		label: "Whisper",
		prompt: "Whispers.",
		parameters: { type: "object", properties: {} },
		view: async () => ({ shape: "inline", title: () => "psst" }),
		execute: async () => ({ content: "" }),
	}) as AgentTool;
	toolSources.put({ id: "extension:quiet", tools: () => [tool] });
	await until(() => omp.registries.toolViews.has("whisper"));
	toolSources.remove("extension:quiet");
	await until(() => !omp.registries.toolViews.has("whisper"));
});
