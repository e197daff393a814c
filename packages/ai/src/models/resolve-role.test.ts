import { expect, test } from "bun:test";
import { selectorOf } from "../model.ts";
import { testModel, testProvider, testRegistry } from "../testing/test-registry.ts";
import { resolveRole, selectModelOrRole } from "./resolve-role.ts";
import { resolveRoles } from "./roles.ts";

const providers = [
	testProvider("anthropic", ["claude-opus-4-8", "claude-sonnet-4-6", "claude-haiku-4-5"]),
	testProvider("openai", ["gpt-5.5", "gpt-5.4-mini", testModel("openai", "gpt-4o", { input: ["text", "image"] })]),
	testProvider("plain", ["some-model"]),
];
const env = { TEST_KEY_ANTHROPIC: "k", TEST_KEY_OPENAI: "k", TEST_KEY_PLAIN: "k" };

async function roleModel(role: string, selectors: Record<string, string>, current?: string) {
	await using test = await testRegistry({ providers, env });
	const model = (await test.registry.all()).find((candidate) => selectorOf(candidate) === current);
	const found = await resolveRole(role, test.registry, {
		roles: resolveRoles({ settings: selectors, env: {} }),
		current: model,
	});
	return found && [selectorOf(found.model), found.thinkingLevel].filter(Boolean).join(" ");
}

test.each([
	["smol on the current provider", "smol", "openai/gpt-5.5", "openai/gpt-5.4-mini"],
	["smol elsewhere when the provider has none", "smol", "plain/some-model", "anthropic/claude-haiku-4-5"],
	["slow", "slow", "anthropic/claude-haiku-4-5", "anthropic/claude-opus-4-8"],
	["slow is not a small one of a strong family", "slow", "openai/gpt-5.4-mini", "openai/gpt-5.5"],
	["plan as slow", "plan", "anthropic/claude-haiku-4-5", "anthropic/claude-opus-4-8"],
	["title as smol", "title", "anthropic/claude-opus-4-8", "anthropic/claude-haiku-4-5"],
	["commit as smol", "commit", "anthropic/claude-opus-4-8", "anthropic/claude-haiku-4-5"],
	["vision: another model that sees", "vision", "plain/some-model", "openai/gpt-4o"],
	["vision: the session's when it sees", "vision", "openai/gpt-4o", "openai/gpt-4o"],
	["task as the session", "task", "plain/some-model", "plain/some-model"],
	["designer as the session", "designer", "plain/some-model", "plain/some-model"],
	["a role of the user's own as the session", "reviewer", "plain/some-model", "plain/some-model"],
])("unset role: %s", async (_, role, current, expected) => {
	expect(await roleModel(role, {}, current)).toBe(expected);
});

test("unset role: nobody advises unless asked to", async () => {
	expect(await roleModel("advisor", {}, "openai/gpt-5.5")).toBeUndefined();
	expect(await roleModel("advisor", { advisor: "opus" }, "openai/gpt-5.5")).toBe("anthropic/claude-opus-4-8");
});

test("role: a selector with a level, another role, and the level of the one who points", async () => {
	const selectors = { slow: "opus:high", plan: "@slow", commit: "pi/slow:low", title: "*:off", default: "gpt-5.5:max" };
	expect(await roleModel("slow", selectors)).toBe("anthropic/claude-opus-4-8 high");
	expect(await roleModel("plan", selectors)).toBe("anthropic/claude-opus-4-8 high");
	expect(await roleModel("commit", selectors)).toBe("anthropic/claude-opus-4-8 low");
	expect(await roleModel("title", selectors)).toBe("openai/gpt-5.5 off");
});

test("role: roles that point at each other end at the session's model", async () => {
	expect(await roleModel("task", { task: "@designer", designer: "@task" }, "plain/some-model")).toBe(
		"plain/some-model",
	);
});

test("role: a selector that fits nothing is as if it were not set", async () => {
	expect(await roleModel("smol", { smol: "no-such-model" }, "openai/gpt-5.5")).toBe("openai/gpt-5.4-mini");
});

test("roles: flags before variables before settings, and tags add names", () => {
	const roles = resolveRoles({
		settings: { smol: "settings", slow: "settings", plan: "settings", mine: "x" },
		env: { PI_SMOL_MODEL: "variable", PI_SLOW_MODEL: "variable" },
		flags: { smol: "flag", plan: undefined },
		tags: ["reviewer"],
	});
	expect(roles.selectors).toEqual({ smol: "flag", slow: "variable", plan: "settings", mine: "x" });
	expect(["default", "reviewer", "mine", "tiny"].every((name) => roles.names.has(name))).toBe(true);
});

test.each([
	["slow", "anthropic/claude-opus-4-8"],
	["@slow:low", "anthropic/claude-opus-4-8 low"],
	["pi/slow", "anthropic/claude-opus-4-8"],
	["gpt-5.5:high", "openai/gpt-5.5 high"],
	["@advisor", 'No model for the role "advisor". Set modelRoles.advisor.'],
])("select or role: %s", async (pattern, expected) => {
	await using test = await testRegistry({ providers, env });
	const selection = await selectModelOrRole(pattern, test.registry, { roles: resolveRoles({ env: {} }) });
	const text =
		selection.kind === "missing"
			? selection.message
			: [selectorOf(selection.model), selection.thinkingLevel].filter(Boolean).join(" ");
	expect(text).toBe(expected);
});
