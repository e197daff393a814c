import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { calls, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { chooseSubagentModel } from "../../../packages/coding-agent/src/agents/spawn/subagent-model.ts";
import { findPlan } from "../../../packages/coding-agent/src/features/plan/running-plan.ts";
import { hands, type SubagentSessionOptions, subagentSession, task } from "./testing/subagent-session.ts";

const agent = (name: string, more = "") =>
	`---\nname: ${name}\ndescription: Does ${name}\n${more}---\nYou do ${name}.\n`;
const call = (args: Record<string, unknown>) => calls({ name: "task", arguments: { i: "Delegating", ...args } });

/** What the user's conversation is told about one call of task. */
async function answer(args: Record<string, unknown>, options: Partial<SubagentSessionOptions> = {}) {
	await using team = await subagentSession({
		scripts: { Main: [call(args), says("done")] },
		otherwise: () => [hands("ok")],
		...options,
	});
	await team.prompt("go");
	return team.lastResult("task");
}

verifies("tools-agent:task:validation-texts", async () => {
	expect(await answer({ context: "c" })).toBe(
		"Missing `tasks`. Provide at least one task item ({ name?, agent?, task }).",
	);
	expect(await answer({ context: "c", tasks: [] })).toStartWith("Missing `tasks`.");
	expect(await answer({ context: "c", tasks: [{ name: "A" }] })).toStartWith("Task 1 is missing `task`.");
	expect(
		await answer({
			context: "c",
			tasks: [
				{ name: "A", task: "1" },
				{ name: "a", task: "2" },
			],
		}),
	).toBe("Duplicate task name `A` / `a`. Provided names must be unique within a call (case-insensitive).");
});

verifies("tools-agent:task:flat-and-legacy", async () => {
	expect(await answer({ name: "One", task: "Do it" })).toContain('id="One"');
	const older = { agent: "explore", context: "c", tasks: [{ id: "Old", description: "d", assignment: "Look" }] };
	expect(await answer(older)).toContain('<task-result id="Old" agent="explore"');
	expect(await answer({ context: "c", tasks: JSON.stringify([{ name: "Text", task: "x" }]) })).toContain('id="Text"');
	const single = { "task.batch": false };
	expect(await answer({ name: "Flat", task: "x" }, { settings: single })).toContain('id="Flat"');
	expect(await answer({ name: "Flat" }, { settings: single })).toBe(
		"Missing `task`. Provide complete instructions for the subagent.",
	);
});

verifies("agents:guard:unknown-agent", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [
				call({
					context: "c",
					tasks: [
						{ agent: "nope", task: "1" },
						{ name: "Good", task: "2" },
					],
				}),
				call({ context: "c", tasks: [{ name: "Lost", agent: "Task", task: "1" }] }),
				says("done"),
			],
			Good: [hands("fine")],
		},
	});
	const texts: string[] = [];
	team.main.subscribe((event) => {
		if (event.type === "tool_execution_end") texts.push(JSON.stringify(event.result.content));
	});
	await team.prompt("go");
	expect(texts[0]).toContain(
		'Task #1 failed preflight: Unknown agent \\"nope\\". Available: task, quick_task, explore, plan',
	);
	expect(texts[0]).toContain("fine");
	expect(texts[1]).toContain('Task Lost failed preflight: Unknown agent \\"Task\\". Available:');
	expect(team.requests("Lost")).toEqual([]);
});

verifies("agents:guard:blocked-and-disabled", async () => {
	const disabled = await answer(
		{ context: "c", tasks: [{ agent: "explore", task: "1" }] },
		{ settings: { "task.disabledAgents": ["explore"] } },
	);
	expect(disabled).toContain(
		'The agent "explore" is disabled in the settings (task.disabledAgents). Available: task, quick_task, plan',
	);
	process.env.PI_BLOCKED_AGENT = "plan";
	try {
		const blocked = await answer({ context: "c", tasks: [{ agent: "plan", task: "1" }] });
		expect(blocked).toContain('The agent "plan" is blocked here (PI_BLOCKED_AGENT)');
	} finally {
		delete process.env.PI_BLOCKED_AGENT;
	}
});

verifies("agents:guard:spawn-policy", async () => {
	await using team = await subagentSession({
		files: {
			"agent/agents/lead.md": agent("lead", "spawns: explore, plan\n"),
			"agent/agents/loner.md": agent("loner", "spawns: false\n"),
		},
		scripts: {
			Main: [
				call({
					context: "c",
					tasks: [
						{ name: "Lead", agent: "lead", task: "1" },
						{ name: "Loner", agent: "loner", task: "2" },
					],
				}),
				says("done"),
			],
			Lead: [
				call({ context: "c", tasks: [{ agent: "task", task: "1" }] }),
				call({ context: "c", tasks: [{ name: "Sub", task: "first of its list" }] }),
				hands("ok"),
			],
			"Lead.Sub": [hands({ summary: "s", files: [], architecture: "a" })],
			Loner: [hands("ok")],
		},
	});
	await team.prompt("go");
	const [, second, third] = team.requests("Lead");
	expect(JSON.stringify(second?.context.messages.at(-1))).toContain("Cannot spawn 'task'. Allowed: explore, plan");
	expect(JSON.stringify(third?.context.messages.at(-1))).toContain(
		'<task-result id=\\"Lead.Sub\\" agent=\\"explore\\"',
	);
	const tools = (id: string) => team.requests(id)[0]?.context.tools ?? [];
	const description = tools("Lead").find(({ name }) => name === "task")?.description;
	expect(description).toContain("- explore");
	expect(description).not.toContain("- designer");
	expect(tools("Loner").map(({ name }) => name)).not.toContain("task");
});

verifies("agents:guard:depth", async () => {
	await using team = await subagentSession({
		settings: { "task.maxRecursionDepth": 2 },
		scripts: {
			Main: [task({ name: "A", task: "1" }), says("done")],
			A: [task({ name: "B", task: "2" }), hands("ok")],
			"A.B": [task({ name: "C", task: "3" }), hands("ok")],
		},
	});
	await team.prompt("go");
	const names = (id: string) => team.requests(id)[0]?.context.tools?.map(({ name }) => name);
	expect(names("A")).toContain("task");
	expect(names("A.B")).not.toContain("task");
	expect(JSON.stringify(team.requests("A.B")[1]?.context.messages.at(-1))).toContain("task");
	expect(team.requests("A.B.C")).toEqual([]);
	// None at all at 0; as deep as it likes with -1.
	await using flat = await subagentSession({
		settings: { "task.maxRecursionDepth": 0 },
		scripts: { Main: [says("hi")] },
	});
	await flat.prompt("go");
	expect(flat.requests("Main")[0]?.context.tools?.map(({ name }) => name)).not.toContain("task");
	await using deep = await subagentSession({
		settings: { "task.maxRecursionDepth": -1 },
		scripts: {
			Main: [task({ name: "A", task: "1" }), says("done")],
			A: [task({ name: "B", task: "2" }), hands("ok")],
			"A.B": [task({ name: "C", task: "3" }), hands("ok")],
			"A.B.C": [task({ name: "D", task: "4" }), hands("ok")],
			"A.B.C.D": [hands("deep")],
		},
	});
	await deep.prompt("go");
	expect(deep.requests("A.B.C.D")).toHaveLength(1);
});

test("agents that start each other end at the depth limit", async () => {
	const files = {
		"agent/agents/ping.md": agent("ping", "spawns: pong\n"),
		"agent/agents/pong.md": agent("pong", "spawns: ping\n"),
	};
	let started = 0;
	await using team = await subagentSession({
		files,
		settings: { "task.maxRecursionDepth": 3 },
		scripts: { Main: [call({ context: "c", tasks: [{ name: "P", agent: "ping", task: "1" }] }), says("done")] },
		otherwise: (id) => {
			started++;
			const other = id.split(".").length % 2 === 1 ? "pong" : "ping";
			return [call({ context: "c", tasks: [{ name: "N", agent: other, task: "again" }] }), hands("ok"), hands("ok")];
		},
	});
	await team.prompt("go");
	expect(started).toBe(3);
});

verifies("agents:guard:plan-mode-read-only", async () => {
	await using team = await subagentSession({
		settings: { "task.isolation.mode": "auto", "astGrep.enabled": true },
		scripts: {
			Main: [
				call({
					context: "c",
					tasks: [
						{ name: "A", agent: "task", task: "1" },
						{ name: "P", agent: "plan", task: "2" },
					],
				}),
				call({ context: "c", tasks: [{ name: "I", task: "3", isolated: true }] }),
				says("done"),
			],
			A: [calls({ name: "bash", arguments: { i: "Trying", command: "touch no" } }), hands("ok")],
			P: [hands("ok")],
			I: [hands("ok")],
		},
	});
	findPlan(team.session.session).enter();
	await team.prompt("go");
	const names = (id: string) => team.requests(id)[0]?.context.tools?.map(({ name }) => name);
	expect(names("A")).toEqual(["read", "search", "find", "irc", "web_search", "yield"]);
	// Declared, and only looks.
	expect(names("P")).toEqual(["read", "search", "find", "ast_grep", "irc", "web_search", "yield"]);
	expect([team.requests("A")[0]?.context.systemPrompt].flat().join("\n")).toContain(
		"`Main` is planning: change nothing",
	);
	expect(team.lastResult("task")).toContain("Task I: not isolated, as nothing may be changed in plan mode.");
	expect(existsSync(team.project.file("no"))).toBe(false);
});

describe("what an agent runs on", () => {
	const model = (id: string, efforts: readonly string[] = []): Model =>
		({
			...scriptedModelRecord,
			id,
			reasoning: efforts.length > 0,
			thinking: { mode: "effort", efforts },
		}) as unknown as Model;
	const parent = { model: model("parent", ["low", "medium", "high"]), thinkingLevel: "medium" as const };
	const models = [model("small", ["minimal", "low"]), model("big", ["low", "medium", "high", "xhigh"])];
	const registry = {
		isUsable: () => true,
		providerIds: () => ["test"],
		preference: () => [],
		equivalence: { canonical: (id: string) => id },
		modelsOf: async () => models,
		available: async () => models,
		enabled: async () => models,
		namesakes: async () => models,
		all: async () => models,
		findProvider: () => undefined,
		probeLocalEngines: async () => {},
		askForLists: async () => {},
		askForList: async () => {},
	} as never;
	const roles = { selectors: { slow: "test/big" }, names: new Set(["slow", "smol", "default", "task"]) };
	const wish = { overrides: {}, parent, roles, maxEffort: "max" as const };
	const resolved = async (more: object) => {
		const {
			model: found,
			thinkingLevel,
			...rest
		} = await chooseSubagentModel(registry, {
			...wish,
			agent: { name: "x" },
			...more,
		});
		return { model: found?.id, thinkingLevel, ...rest };
	};

	verifies("agents:definition:role-models", async () => {
		expect(await resolved({ agent: { name: "x", model: ["acme/none", "@slow:high"] } })).toEqual({
			model: "big",
			thinkingLevel: "high",
			modelOverride: ["acme/none", "@slow:high"],
			modelRole: "slow",
			resolvedModel: "test/big:high",
			resolvedModelIsFallback: false,
		});
		expect(await resolved({ agent: { name: "x", model: ["pi/slow"] } })).toMatchObject({
			model: "big",
			modelRole: "slow",
		});
		// `default` is what the parent uses, whatever the settings say.
		expect(await resolved({ agent: { name: "x", model: ["default"] } })).toMatchObject({ model: "parent" });
	});

	verifies("agents:resolve:model-order", async () => {
		const frontmatter = { name: "x", model: ["test/small"] };
		expect((await resolved({ agent: frontmatter, overrides: { x: "test/big" } })).model).toBe("big");
		expect((await resolved({ agent: frontmatter })).model).toBe("small");
		expect(await resolved({})).toMatchObject({
			model: "parent",
			thinkingLevel: "medium",
			resolvedModelIsFallback: false,
		});
		expect(await resolved({ agent: { name: "x", model: ["acme/none"] } })).toMatchObject({
			model: "parent",
			resolvedModelIsFallback: true,
		});
	});

	verifies("agents:resolve:effort", async () => {
		const big = { name: "x", model: ["test/big"], thinkingLevel: "low" as const };
		const levels = async (more: object) => (await resolved({ agent: big, ...more })).thinkingLevel;
		expect(await levels({ effort: "lo" })).toBe("low");
		expect(await levels({ effort: "med" })).toBe("medium");
		expect(await levels({ effort: "hi" })).toBe("xhigh");
		expect(await levels({ effort: "hi", maxEffort: "medium" })).toBe("medium");
		// Then the selector, the definition, the parent; each as far as the model goes.
		expect((await resolved({ agent: { ...big, model: ["test/big:high"] } })).thinkingLevel).toBe("high");
		expect(await levels({})).toBe("low");
		expect((await resolved({ agent: { name: "x", model: ["test/small"] } })).thinkingLevel).toBe("low");
	});

	test("its service tier is that of its parent, unless the setting names one", async () => {
		const tier = async (settings: Record<string, unknown>) => {
			await using team = await subagentSession({
				settings: { serviceTier: "priority", ...settings },
				scripts: { Main: [task({ name: "A", task: "1" }), says("done")], A: [hands("ok")] },
			});
			await team.prompt("go");
			return team.workbench.conversations.find("A")?.serviceTier;
		};
		expect([await tier({}), await tier({ "tier.subagent": "flex" }), await tier({ "tier.subagent": "none" })]).toEqual([
			"priority",
			"flex",
			undefined,
		]);
	});

	verifies("agents:resolve:schema-order", async () => {
		const own = "output: { properties: { own: { type: string } } }\n";
		const schema = { type: "object", properties: { given: { type: "string" } } };
		await using team = await subagentSession({
			files: { "agent/agents/typed.md": agent("typed", `${own}spawns: '*'\n`), "agent/agents/free.md": agent("free") },
			scripts: {
				Main: [
					call({
						context: "c",
						tasks: [
							{ name: "Item", agent: "typed", task: "1", outputSchema: schema },
							{ name: "File", agent: "typed", task: "2" },
						],
					}),
					says("done"),
				],
				Item: [hands({ given: "x" })],
				File: [call({ context: "c", tasks: [{ name: "Below", agent: "free", task: "3" }] }), hands({ own: "x" })],
				"File.Below": [hands({ own: "y" })],
			},
		});
		await team.prompt("go");
		const data = (id: string) => {
			const tool = team.requests(id)[0]?.context.tools?.find(({ name }) => name === "yield");
			const { result } = (tool?.parameters.properties ?? {}) as {
				result: { properties: { data: { properties: object } } };
			};
			return Object.keys(result.properties.data.properties);
		};
		expect([data("Item"), data("File"), data("File.Below")]).toEqual([["given"], ["own"], ["own"]]);
	});
});
