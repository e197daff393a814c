import { expect, test } from "bun:test";
import {
	calls,
	type ScriptedAnswer,
	says,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { EventBus } from "../../features/extensions/api/event-bus.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import { modelChoiceSettings } from "../../settings/sections/model/providers.ts";
import { type CreateAgentSessionOptions, createAgentSession, SessionManager, Settings } from "./embedded-entry.ts";

async function opened(answers: readonly ScriptedAnswer[], options: CreateAgentSessionOptions = {}) {
	const files = await workspace({ "AGENTS.md": "Found instructions.", ".omp/commands/found.md": "Found command" });
	const model = scriptedModel(answers);
	const created = await createAgentSession({
		cwd: files.path,
		agentDir: files.file("agent"),
		model: scriptedModelRecord,
		streamFn: model.streamFn,
		sessionManager: SessionManager.inMemory(files.path),
		settings: Settings.inMemory(),
		...options,
	});
	return {
		...created,
		files,
		requests: model.requests,
		prompt: () => created.session.systemPrompt.join("\n"),
		async [Symbol.asyncDispose]() {
			await created.session.dispose();
			await files[Symbol.asyncDispose]();
		},
	};
}

test("an unknown option is an error with the nearest known one and all of them", async () => {
	const mistaken = { toolname: ["read"] } as CreateAgentSessionOptions;
	await expect(createAgentSession(mistaken)).rejects.toThrow(
		/^createAgentSession: unknown option "toolname"; did you mean "toolNames"\?\nKnown options: additionalDirectories, .*toolNames$/,
	);
	const strange = { banana: 1 } as CreateAgentSessionOptions;
	await expect(createAgentSession(strange)).rejects.toThrow(/unknown option "banana"\nKnown options: /);
});

test("skills, rules and context files of the program take the place of those that are found", async () => {
	await using usual = await opened([]);
	expect(usual.prompt()).toContain("Found instructions.");
	await using given = await opened([], {
		contextFiles: [{ path: "/given/AGENTS.md", content: "Given instructions." }],
		rules: [{ name: "given", path: "/given/rule.md", content: "Given rule.", level: "user", alwaysApply: true }],
		skills: [
			{
				name: "given-skill",
				path: "/given/SKILL.md",
				content: "",
				level: "user",
				frontmatter: {},
				description: "Given skill",
				isHidden: false,
				needsDescription: true,
			},
		],
	});
	expect(given.prompt()).not.toContain("Found instructions.");
	for (const text of ["Given instructions.", "Given rule.", "given-skill"]) expect(given.prompt()).toContain(text);
	await using none = await opened([], { contextFiles: [], skills: [], rules: [] });
	expect(none.prompt()).not.toContain("Found instructions.");
});

test("slash commands and prompt templates of the program take the place of those that are files", async () => {
	const names = async (options: CreateAgentSessionOptions) => {
		await using one = await opened([], options);
		return (await one.session.session.fileCommands.list()).map(({ name }) => name);
	};
	const templates = { promptTemplates: [{ name: "given-template", content: "Do it." }] };
	expect(await names({})).toContain("init");
	expect(await names(templates)).toEqual(expect.arrayContaining(["init", "given-template"]));
	const command = { name: "given", description: "Given", expand: () => "Given prompt" };
	expect(await names({ ...templates, slashCommands: [command] })).toEqual(["given", "given-template"]);
});

test("the session may start the agents that spawns names, as deep as is left", async () => {
	const offersTask = async (options: CreateAgentSessionOptions) => {
		await using one = await opened([], options);
		return one.session.getAllToolNames().includes("task");
	};
	expect(await offersTask({})).toBe(true);
	expect(await offersTask({ spawns: "" })).toBe(false);
	expect(await offersTask({ taskDepth: 2 })).toBe(false);
	await using one = await opened([], { spawns: "explore" });
	const task = one.session.state.tools.find(({ name }) => name === "task");
	expect(task?.prompt).toContain("explore");
	expect(task?.prompt).not.toContain("reviewer");
});

test("the model hands in a result of the wanted shape, and is reminded of it", async () => {
	const schema = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
	const hands = calls({ name: "yield", arguments: { result: { data: { count: 3 } } } });
	await using one = await opened([says("Three."), hands, hands], { outputSchema: schema, requireYieldTool: true });
	const results: unknown[] = [];
	one.session.subscribe((event) => {
		if (event.type === "tool_execution_end") results.push(event.result);
	});
	await one.session.prompt("How many?");
	expect(results).toMatchObject([{ details: { status: "success", data: { count: 3 } } }]);
	expect(one.requests).toHaveLength(2);
	await one.session.prompt("And again?");
	expect(results).toHaveLength(2);
});

test("after the deadline a run is refused", async () => {
	await using one = await opened([says("Hello.")], { deadline: Date.now() - 1 });
	await one.session.prompt("hi");
	expect(one.requests).toHaveLength(0);
	expect(one.session.messages.at(-1)).toMatchObject({ errorMessage: "The deadline of the session has passed" });
});

test("a run is aborted at the deadline", async () => {
	const hangs: ScriptedAnswer = (_reply, { options }) =>
		new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
	await using one = await opened([hangs], { deadline: Date.now() + 200 });
	const run = one.session.prompt("hi");
	await until(() => one.requests.length === 1);
	await run;
	expect(one.session.messages.at(-1)).toMatchObject({ stopReason: "aborted" });
});

test("extensions ask through the dialogs of the program, and talk to it over the event bus", async () => {
	const eventBus = new EventBus();
	const heard: unknown[] = [];
	eventBus.on("news", (data) => heard.push(data));
	await using one = await opened([says("Hello.")], {
		eventBus,
		hasUI: true,
		extensions: [
			(pi) =>
				pi.on("before_agent_start", async (_event, ctx) => {
					pi.events.emit("news", [ctx.hasUI, await ctx.ui.confirm("Sure?", "Really"), await ctx.ui.input("Name")]);
				}),
		],
	});
	expect(one.eventBus).toBe(eventBus);
	one.setToolUIContext({
		dialogs: async () => ({
			isTerminal: false,
			select: async (_title, [first]) => first,
			input: async (title) => `${title}: Ada`,
			openUrl: () => {},
		}),
	});
	await one.session.prompt("hi");
	expect(heard).toEqual([[true, true, "Name: Ada"]]);
});

test("auto-approval, further folders, and models to cycle through", async () => {
	const other = { ...scriptedModelRecord, id: "other", name: "Other" };
	await using files = await workspace();
	await using one = await opened([], {
		autoApprove: true,
		settings: Settings.inMemory({ tools: { approvalMode: "always-ask" } }),
		additionalDirectories: [files.path],
		scopedModels: [{ model: scriptedModelRecord }, { model: other, thinkingLevel: "high" }],
		enableLsp: true,
		skipPythonPreflight: true,
		providerSessionId: "mine",
	});
	const { settings, log } = one.session.session;
	expect(settings.get(approvalSettings.approvalMode)).toBe("yolo");
	expect(settings.get(modelChoiceSettings.enabledModels)).toEqual(["test/scripted", "test/other:high"]);
	expect(log.header.additionalDirectories).toEqual([files.path]);
});
