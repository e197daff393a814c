import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { selectorOf } from "../../model/model.ts";
import { testModel, testProvider, testRegistry } from "../../testing/test-registry.ts";
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

verifies("models-and-auth:role:unset-defaults", async () => {
	const rows = [
		["smol", "openai/gpt-5.5", "openai/gpt-5.4-mini"],
		["smol", "plain/some-model", "plain/some-model"],
		["slow", "anthropic/claude-haiku-4-5", "anthropic/claude-opus-4-8"],
		["slow", "openai/gpt-5.4-mini", "openai/gpt-5.5"],
		["plan", "anthropic/claude-haiku-4-5", "anthropic/claude-opus-4-8"],
		["title", "anthropic/claude-opus-4-8", "anthropic/claude-haiku-4-5"],
		["commit", "anthropic/claude-opus-4-8", "anthropic/claude-haiku-4-5"],
		["slow", "plain/some-model", "plain/some-model"],
		["title", "plain/some-model", "plain/some-model"],
		["vision", "plain/some-model", "plain/some-model"],
		["vision", "openai/gpt-4o", "openai/gpt-4o"],
		["task", "plain/some-model", "plain/some-model"],
		["designer", "plain/some-model", "plain/some-model"],
		["reviewer", "plain/some-model", "plain/some-model"],
	] as const;
	const models = await Promise.all(
		rows.map(async ([role, current]) => [role, current, await roleModel(role, {}, current)]),
	);
	expect(models).toEqual(rows as unknown as string[][]);
});

test("unset role: there is no advisor by default", async () => {
	expect(await roleModel("advisor", {}, "openai/gpt-5.5")).toBeUndefined();
	expect(await roleModel("advisor", { advisor: "opus" }, "openai/gpt-5.5")).toBe("anthropic/claude-opus-4-8");
});

verifies("models-and-auth:role:aliases", async () => {
	const selectors = { slow: "opus:high", plan: "@slow", commit: "pi/slow:low", title: "*:off", default: "gpt-5.5:max" };
	expect(await roleModel("slow", selectors)).toBe("anthropic/claude-opus-4-8 high");
	expect(await roleModel("plan", selectors)).toBe("anthropic/claude-opus-4-8 high");
	expect(await roleModel("commit", selectors)).toBe("anthropic/claude-opus-4-8 low");
	expect(await roleModel("title", selectors)).toBe("openai/gpt-5.5 off");
});

test("role: circular roles resolve to the session's model", async () => {
	expect(await roleModel("task", { task: "@designer", designer: "@task" }, "plain/some-model")).toBe(
		"plain/some-model",
	);
});

test("role: a selector without a match counts as unset", async () => {
	expect(await roleModel("smol", { smol: "no-such-model" }, "openai/gpt-5.5")).toBe("openai/gpt-5.4-mini");
});

verifies("models-and-auth:role:overrides", () => {
	const roles = resolveRoles({
		settings: { smol: "settings", slow: "settings", plan: "settings", mine: "x" },
		env: { PI_SMOL_MODEL: "variable", PI_SLOW_MODEL: "variable" },
		flags: { smol: "flag", plan: undefined },
		tags: ["reviewer"],
	});
	expect(roles.selectors).toEqual({ smol: "flag", slow: "variable", plan: "settings", mine: "x" });
});

verifies("models-and-auth:role:custom", async () => {
	const roles = resolveRoles({ env: {}, tags: ["reviewer"], settings: { mine: "gpt-5.5:low" } });
	expect(["default", "reviewer", "mine", "tiny"].filter((name) => !roles.names.has(name))).toEqual([]);
	expect(await roleModel("mine", { mine: "gpt-5.5:low" }, "plain/some-model")).toBe("openai/gpt-5.5 low");
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
