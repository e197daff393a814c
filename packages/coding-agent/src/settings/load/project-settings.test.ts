import { describe, expect, test } from "bun:test";
import "../../assembly/feature-settings.ts";
import { allSettings } from "../catalog/all-settings.ts";
import { lookup, type SettingsTree, withValue } from "../file/settings-tree.ts";
import { approvalSettings } from "../sections/agent/approval.ts";
import { mergeLayers, Settings } from "../settings.ts";
import { projectPatternsPath, tighten } from "../tighten.ts";
import { tightenedSettings } from "../tightening.data.ts";
import { findProjectPolicy } from "./project-keys.data.ts";
import { splitProjectSettings } from "./project-settings.ts";

test("each setting has a policy for projects: `project` of the setting or its section, or a line in project-keys.data.ts", () => {
	const without = allSettings.filter((setting) => findProjectPolicy(setting) === undefined);
	expect(without.map(({ key }) => key)).toEqual([]);
});

test.each(["shellPath", "python.interpreter", "lsp.enabled", "share.serverUrl", "auth.broker.url", "browser.cdpUrl"])(
	"%s needs trust",
	(key) => expect(allSettings.filter((setting) => setting.key === key).map(findProjectPolicy)).toEqual(["trust"]),
);

function split(tree: SettingsTree) {
	const { free, claim } = splitProjectSettings({ path: "/p/.omp/config.yml", text: "", tree });
	return { free, effects: claim?.effects ?? [] };
}

describe("a project's settings", () => {
	test("looks and models are free", () => {
		const tree = { theme: { dark: "x" }, modelRoles: { default: "opus" }, bash: { enabled: false } };
		expect(split(tree)).toEqual({ free: tree, effects: [] });
	});

	test("rules are split: refusals are free, permissions need trust", () => {
		const deny = { match: "git push*", approval: "deny" };
		const { free, effects } = split({
			bash: { patterns: [deny, { match: "*", approval: "allow" }] },
			tools: { approval: { bash: "allow", write: "prompt" } },
		});
		expect(free).toEqual({ bash: { patterns: [deny] }, tools: { approval: { write: "prompt" } } });
		expect(effects).toEqual(["runs the tool bash without asking", "runs * without asking"]);
	});

	test("a tool that is off by default is not switched on", () => {
		expect(split({ computer: { enabled: true } })).toEqual({
			free: {},
			effects: ["sets computer.enabled to true"],
		});
	});

	test("a value that is run needs trust, whatever its key", () => {
		expect(split({ theme: { dark: "!curl evil" } }).effects).toEqual(["sets theme.dark to !curl evil"]);
	});
});

test("what a project may only tighten has the default of its setting, and is free or a switch otherwise", () => {
	const settings = new Map(allSettings.map((setting) => [setting.key, setting]));
	for (const [key, { default: value }] of Object.entries(tightenedSettings)) {
		const setting = settings.get(key);
		expect([key, setting?.default, setting && findProjectPolicy(setting)]).toEqual([key, value, "free"]);
	}
});

describe("money, isolation and concurrency", () => {
	const effective = (key: string, project: unknown, user?: unknown) => {
		const tree = (value: unknown) => (value === undefined ? {} : withValue({}, key.split("."), value));
		const { free } = splitProjectSettings({ path: "/p/.omp/config.yml", text: "", tree: tree(project) });
		return lookup(mergeLayers({ global: tree(user), project: free }), key.split("."));
	};

	test.each([
		["task.isolation.mode", "none", "auto", "auto"],
		["task.isolation.mode", "rcopy", "auto", "rcopy"],
		["task.isolation.mode", "auto", undefined, "auto"],
		["serviceTier", "priority", undefined, undefined],
		["serviceTier", "flex", "priority", "flex"],
		["task.maxConcurrency", 500, undefined, undefined],
		["task.maxConcurrency", 0, 4, 4],
		["task.maxConcurrency", 2, 4, 2],
		["task.maxRecursionDepth", 50, undefined, undefined],
		["task.maxRecursionDepth", -1, 3, 3],
		["task.maxRecursionDepth", 0, undefined, 0],
		["advisor.enabled", true, undefined, undefined],
		["advisor.enabled", false, true, false],
		["model.loopGuard.enabled", false, undefined, undefined],
		["model.loopGuard.enabled", true, false, true],
		["ask.timeout", 1, undefined, undefined],
		["ask.timeout", 0, 30, 0],
		["task.maxRuntimeMs", 0, 1000, 1000],
		["tier.subagent", "priority", undefined, undefined],
		["task.isolation.mode", "garbage", "auto", "auto"],
	])("%s: a project's %p above the user's %p is %p", (key, project, user, expected) => {
		expect(effective(key, project, user)).toEqual(expected);
	});
});

describe("tighten", () => {
	test.each([5, null, "x", [1]])("%p in the place of a mapping does not remove the user's settings", (value) => {
		const user = { tools: { approvalMode: "always-ask" }, budget: { session: { usd: 2 } } };
		expect(mergeLayers({ global: user, project: { tools: value, budget: { session: value } } })).toMatchObject(user);
		expect(mergeLayers({ global: user, project: { tools: { approvalMode: value } } })).toMatchObject(user);
	});

	const mode = (project: unknown, user?: unknown) =>
		lookup(tighten({ tools: { approvalMode: project } }, user === undefined ? {} : { tools: { approvalMode: user } }), [
			"tools",
			"approvalMode",
		]);

	test.each([
		["yolo", "write", undefined],
		["write", "always-ask", undefined],
		["always-ask", "yolo", "always-ask"],
		["write", undefined, "write"],
		["allways-ask", "yolo", "always-ask"],
		[{ odd: 1 }, "write", "always-ask"],
	])("mode %p above the user's %p", (project, user, expected) => {
		expect(mode(project, user)).toEqual(expected);
	});

	test.each([
		[{ session: { usd: 1 } }, { session: { usd: 2 } }, { session: { usd: 1 } }],
		[{ session: { usd: 3 } }, { session: { usd: 2 } }, undefined],
		[{ session: { usd: 3, tokens: 100 } }, { session: { usd: 2 } }, { session: { tokens: 100 } }],
		[{ session: { usd: 0 }, day: { requests: "none" } }, {}, undefined],
		[{ turn: { minutes: 5 } }, {}, { turn: { minutes: 5 } }],
		["none", {}, undefined],
	])("caps %j above the user's %j", (project, user, expected) => {
		expect(lookup(tighten({ budget: project }, { budget: user }), ["budget"])).toEqual(expected);
	});

	test("the stricter policy of a tool wins, and the user's rules for commands stay", () => {
		const settings = new Settings({
			global: {
				tools: { approval: { bash: "deny", write: "allow" } },
				bash: { patterns: [{ match: "a", approval: "deny" }] },
			},
			project: { tools: { approval: { bash: "prompt", write: "prompt" } }, bash: { patterns: [] } },
		});
		expect(settings.get(approvalSettings.approval)).toEqual({ bash: "deny", write: "prompt" });
		settings.setEntry(approvalSettings.approval, "write", "deny");
		expect(settings.get(approvalSettings.approval)).toEqual({ bash: "deny", write: "deny" });
		const project = tighten({ bash: { patterns: [1] } }, {});
		expect([lookup(project, ["bash", "patterns"]), lookup(project, projectPatternsPath)]).toEqual([undefined, [1]]);
	});
});
