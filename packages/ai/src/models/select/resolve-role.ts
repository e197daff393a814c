import type { Model } from "../../model/model.ts";
import { rankFuzzy } from "../match/match-model.ts";
import { compareProviders } from "../match/provider-preference.ts";
import type { ThinkingLevel } from "../match/thinking-level.ts";
import type { ModelRegistry } from "../registry/registry.ts";
import { type Roles, roleIn } from "./roles.ts";
import { type Selection, selectModel } from "./select.ts";

export interface RoleModel {
	readonly model: Model;
	readonly thinkingLevel?: ThinkingLevel;
}

export interface RoleContext {
	readonly roles: Roles;
	/** The session's model, the default of unset roles. */
	readonly current?: Model | undefined;
}

/** Resolves a selector or role name to a model. A role may refer to a role; the outermost level wins. */
export async function selectModelOrRole(
	pattern: string,
	registry: ModelRegistry,
	context: RoleContext,
): Promise<Selection> {
	const named = roleIn(pattern, context.roles);
	if (!named) return selectModel(pattern, registry, { currentProvider: context.current?.provider });
	const found = await resolveRole(named.role, registry, context);
	if (!found)
		return { kind: "missing", message: `No model for the role "${named.role}". Set modelRoles.${named.role}.` };
	return { kind: "found", ...found, ...(named.level && { thinkingLevel: named.level }) };
}

/** The model of a role; `undefined` if the role has none. */
export async function resolveRole(
	role: string,
	registry: ModelRegistry,
	context: RoleContext,
	seen: readonly string[] = [],
): Promise<RoleModel | undefined> {
	const selector = context.roles.selectors[role];
	if (selector !== undefined && !seen.includes(role)) {
		const target = roleIn(selector, context.roles);
		const found = target
			? await resolveRole(target.role, registry, context, [...seen, role])
			: await usable(selector, registry, context);
		if (found) return { ...found, ...(target?.level && { thinkingLevel: target.level }) };
	}
	return unsetRole(role, registry, context, [...seen, role]);
}

async function usable(selector: string, registry: ModelRegistry, context: RoleContext): Promise<RoleModel | undefined> {
	const selection = await selectModel(selector, registry, { currentProvider: context.current?.provider });
	if (selection.kind === "missing" || !registry.isUsable(selection.model.provider)) return undefined;
	const { model, thinkingLevel } = selection;
	return { model, ...(thinkingLevel && { thinkingLevel }) };
}

const smallWords = ["haiku", "flash", "mini", "nano", "spark", "lite", "small"];
const strongPatterns = ["opus", "codex-max", "gpt-5", "gemini pro", "reasoner", "thinking"];

async function unsetRole(
	role: string,
	registry: ModelRegistry,
	context: RoleContext,
	seen: readonly string[],
): Promise<RoleModel | undefined> {
	const session = context.current && { model: context.current };
	const other = (name: string) => (seen.includes(name) ? undefined : resolveRole(name, registry, context, seen));
	switch (role) {
		case "advisor":
			return undefined;
		case "smol":
			return (await firstMatch(smallWords, registry, context.current)) ?? session;
		case "slow":
			return (await firstMatch(strongPatterns, registry, context.current, { not: isSmall })) ?? session;
		case "title":
			return (await other("tiny")) ?? session;
		case "commit":
		case "tiny":
			return (await other("smol")) ?? session;
		case "plan":
			return (await other("slow")) ?? session;
		case "vision":
			return (await firstWithImages(registry, context.current)) ?? session;
		default:
			return session;
	}
}

function isSmall({ id }: Model): boolean {
	return smallWords.some((word) =>
		id
			.toLowerCase()
			.split(/[-./:]/)
			.includes(word),
	);
}

/** The first pattern with a match. What goes to one provider goes to no other unless the user names it. */
async function firstMatch(
	patterns: readonly string[],
	registry: ModelRegistry,
	current: Model | undefined,
	options: { not?: (model: Model) => boolean } = {},
): Promise<RoleModel | undefined> {
	const compare = compareProviders(registry.preference(current?.provider));
	const candidates = current ? await registry.modelsOf(current.provider) : await registry.enabled();
	for (const pattern of patterns) {
		const best = rankFuzzy(pattern, candidates, compare).find((model) => !options.not?.(model));
		if (best) return { model: best };
	}
	return undefined;
}

async function firstWithImages(registry: ModelRegistry, current: Model | undefined): Promise<RoleModel | undefined> {
	const seesImages = (model: Model) => model.input.includes("image");
	if (current && seesImages(current)) return { model: current };
	const candidates = current ? await registry.modelsOf(current.provider) : await registry.enabled();
	const model = candidates.find(seesImages);
	return model && { model };
}
