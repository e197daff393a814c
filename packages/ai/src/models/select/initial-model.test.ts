import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { selectorOf } from "../../model/model.ts";
import { testModel, testProvider, testRegistry } from "../../testing/test-registry.ts";
import { clampLevel, resolveThinkingLevel } from "../match/thinking-level.ts";
import { type InitialModelWishes, resolveInitialModel } from "./initial-model.ts";
import { resolveRoles } from "./roles.ts";

const offline = testProvider("offline", [testModel("offline", "guide", { api: "offline" })], { keyless: true });
const providers = [testProvider("a", ["a1", "a2"], { defaultModel: "a2" }), testProvider("b", ["b1", "b2"]), offline];
const env = { TEST_KEY_A: "k", TEST_KEY_B: "k" };

async function initial(wishes: Partial<InitialModelWishes> & { role?: string }, ownEnv: Record<string, string> = env) {
	await using test = await testRegistry({ providers, env: ownEnv });
	const { role, ...rest } = wishes;
	const roles = resolveRoles({ settings: role ? { default: role } : {}, env: {} });
	const found = await resolveInitialModel(test.registry, { roles, ...rest });
	if (found.kind !== "found") return found;
	const { model, ...more } = found;
	return { ...more, model: selectorOf(model) };
}

const recent = async () => ["gone/x", "offline/guide", "b/b2"];

verifies("models-and-auth:select:initial-model", async () => {
	const wishes = { named: "b1:low", scoped: ["b/*:high"], role: "a1:max", recent };
	expect(await initial(wishes)).toEqual({ kind: "found", model: "b/b1", suffix: "low" });
	expect(await initial({ ...wishes, named: undefined })).toEqual({ kind: "found", model: "b/b1", suffix: "high" });
	expect(await initial({ ...wishes, named: undefined, restored: "a/a1" })).toEqual({ kind: "found", model: "a/a1" });
	expect(await initial({ role: "a1:max", recent })).toEqual({ kind: "found", model: "a/a1", roleLevel: "max" });
	expect(await initial({ recent })).toEqual({ kind: "found", model: "b/b2" });
	expect(await initial({})).toEqual({ kind: "found", model: "a/a2" });
	expect(await initial({}, {})).toEqual({ kind: "found", model: "offline/guide" });
});

verifies("models-and-auth:select:restored-missing", async () => {
	expect(await initial({ restored: "gone/model", role: "b1" })).toEqual({
		kind: "found",
		model: "b/b1",
		notice: "Could not restore model gone/model; using b/b1",
	});
});

test("initial model: a named one that is missing or unusable is refused", async () => {
	expect(await initial({ named: "nothing-like-it" })).toEqual({
		kind: "refused",
		message: 'Model "nothing-like-it" not found. Run "omp models" to see available models.',
	});
	expect(await initial({ named: "a1" }, {})).toEqual({
		kind: "refused",
		message:
			"No credentials for a: log in with /login a, set TEST_KEY_A, or give the provider an apiKey in models.yml.",
	});
});

test("initial model: a name that matches only loosely is said", async () => {
	const named = [testProvider("a", ["claude-opus-4-8"])];
	await using test = await testRegistry({ providers: named, env });
	const roles = resolveRoles({ settings: {}, env: {} });
	const start = (name: string) => resolveInitialModel(test.registry, { roles, named: name });
	expect(await start("opus:low")).toMatchObject({
		suffix: "low",
		notice: 'No model is named "opus:low"; using a/claude-opus-4-8',
	});
	expect(await start("claude-opus-4.8")).not.toHaveProperty("notice");
});

test("initial model: --provider with --model is an exact pair; alone it means the provider's default", async () => {
	expect(await initial({ provider: "b", named: "b2" })).toEqual({ kind: "found", model: "b/b2" });
	expect(await initial({ provider: "a" })).toEqual({ kind: "found", model: "a/a2" });
	expect(await initial({ provider: "b" })).toEqual({ kind: "found", model: "b/b1" });
	expect(await initial({ provider: "nobody", named: "x" })).toEqual({
		kind: "refused",
		message: 'Unknown provider "nobody". Run "omp models" to see them.',
	});
});

verifies("models-and-auth:select:thinking-level", () => {
	const model = testModel("a", "a1", { reasoning: true, thinking: { mode: "effort", efforts: ["low", "high"] } });
	const wishes = { flag: "low", suffix: "high", restored: "off", role: "auto", setting: "max" } as const;
	expect(resolveThinkingLevel(wishes, model)).toBe("low");
	expect(resolveThinkingLevel({ suffix: "high", restored: "off", role: "auto", setting: "max" }, model)).toBe("high");
	expect(resolveThinkingLevel({ restored: "off", role: "auto", setting: "max" }, model)).toBe("off");
	expect(resolveThinkingLevel({ role: "auto", setting: "max" }, model)).toBe("auto");
	expect(resolveThinkingLevel({ setting: "max" }, model)).toBe("high");
	expect(resolveThinkingLevel({}, model)).toBe("high");
	expect(resolveThinkingLevel({ setting: "max" }, testModel("a", "a2"))).toBe("max");
	expect(clampLevel("minimal", model)).toBe("low");
	expect(clampLevel("high", testModel("a", "a2"))).toBe("off");
});

test("initial model: a default role whose model is not known or not usable is named with the model used instead", async () => {
	const notice = async (role: string, env?: Record<string, string>) => {
		const found = await initial({ role }, env);
		return "notice" in found ? found.notice : undefined;
	};
	expect(await notice("zzz/unknown")).toBe(
		'modelRoles.default: Model "zzz/unknown" not found. Run "omp models" to see available models; using a/a2',
	);
	expect(await notice("b/b1", { TEST_KEY_A: "k" })).toMatch(
		/^modelRoles\.default: No credentials for b: .*; using a\/a2$/,
	);
	expect(await notice("a/a")).toBe(`modelRoles.default: no model is named "a/a"; using a/a2`);
	expect(await notice("a1:max")).toBeUndefined();
	expect(await notice("a/a1")).toBeUndefined();
});
