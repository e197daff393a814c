import { expect, test } from "bun:test";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { promotionTarget } from "../compaction/automatic/promotion.ts";
import { Cooldowns, cooldownMs } from "./cooldowns.ts";
import { chainFor, chainProblems, usableChains } from "./fallback-chains.ts";
import type { ModelDirectory } from "./model-directory.ts";

const model = (provider: string, id: string) => ({ ...scriptedModelRecord, provider, id });

test("the most specific chain counts, and a star keeps the id", () => {
	const chains = {
		"acme/a-1": ["other/b:high"],
		"acme/*": ["mirror/*", "spare/*:low"],
		plan: ["planner/p"],
		default: ["last/resort"],
	};
	expect(chainFor(model("acme", "a-1"), "plan", chains)).toEqual(["other/b:high"]);
	expect(chainFor(model("acme", "a-2"), "plan", chains)).toEqual(["mirror/a-2", "spare/a-2:low"]);
	expect(chainFor(model("else", "x"), "plan", chains)).toEqual(["planner/p"]);
	expect(chainFor(model("else", "x"), "default", chains)).toEqual(["last/resort"]);
	expect(chainFor(model("else", "x"), "default", {})).toEqual([]);
});

test("an invalid chain is reported, and its valid parts are used", () => {
	const chains = { default: ["a/b", 3, ""], smol: "a/b", "a/b": ["a/b", "c/d"] };
	expect(chainProblems(chains)).toEqual([
		"retry.fallbackChains.default: must be a list of models",
		"retry.fallbackChains.default: must be a list of models",
		"retry.fallbackChains.smol: must be a list of models",
		"retry.fallbackChains.a/b: falls back to itself",
	]);
	expect(usableChains(chains)).toEqual({ default: ["a/b"], smol: [], "a/b": ["c/d"] });
});

verifies("context-management:fallback:cooldown", () => {
	expect(cooldownMs("rate-limit", 0)).toBe(30_000);
	expect(cooldownMs("capacity", 0)).toBe(45_000);
	expect(cooldownMs("usage-limit", 0)).toBe(30 * 60_000);
	expect(cooldownMs("transient", 0)).toBe(5 * 60_000);
	expect(cooldownMs("rate-limit", 7000)).toBe(7000);
	let now = 0;
	const cooldowns = new Cooldowns(() => now);
	cooldowns.start("acme/a-1", 1000);
	now = 999;
	expect(cooldowns.isActive("acme/a-1")).toBe(true);
	expect(cooldowns.isActive("acme/a-2")).toBe(false);
	now = 1000;
	expect(cooldowns.isActive("acme/a-1")).toBe(false);
});

test("promotion: the target may be at the same or another provider", async () => {
	const large = { ...model("acme", "a-1m"), contextWindow: 1_000_000 };
	const small = { ...model("acme", "a-0"), contextWindow: 1000 };
	const elsewhere = { ...model("other", "big"), contextWindow: 2_000_000 };
	const all = [large, small, elsewhere];
	const models: ModelDirectory = {
		find: async (selector) => {
			const found = all.find(({ provider, id }) => `${provider}/${id}`.startsWith(selector));
			return found && { model: found };
		},
		isUsable: ({ provider }) => provider === "acme",
		roleSelector: () => undefined,
	};
	const target = (contextPromotionTarget?: string) =>
		promotionTarget({ ...model("acme", "a-1"), ...(contextPromotionTarget && { contextPromotionTarget }) }, models);
	expect(await target("a-1m")).toBe(large);
	expect(await target("acme/a-1m")).toBe(large);
	expect(await target("a-0")).toBeUndefined();
	expect(await target("a-")).toBeUndefined();
	expect(await target("other/big")).toBeUndefined();
	expect(await target()).toBeUndefined();
});
