import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { clampLevel, levelsOf, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { selectModelOrRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { type Roles, roleIn } from "@oh-my-pi/pi-ai/models/select/roles";
import type { AgentDefinition } from "../definition/agent-definition.ts";

export interface SubagentModel {
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	/** What was asked for. */
	readonly modelOverride?: readonly string[];
	readonly modelRole?: string;
	/** `acme/a-1:high` */
	readonly resolvedModel?: string;
	/** None of what was asked for can be used, so it is the parent's. */
	readonly resolvedModelIsFallback: boolean;
}

export interface ModelWish {
	readonly agent: Pick<AgentDefinition, "name" | "model" | "thinkingLevel">;
	/** `task.agentModelOverrides` */
	readonly overrides: Readonly<Record<string, string>>;
	readonly parent: { readonly model: Model | undefined; readonly thinkingLevel: ThinkingLevel };
	readonly roles: Roles;
	readonly effort?: "lo" | "med" | "hi" | undefined;
	/** `task.maxEffort` */
	readonly maxEffort: ThinkingLevel;
}

/** The model of a sub-agent: by the user's override, else the first usable one of its definition, else the parent's. */
export async function chooseSubagentModel(registry: ModelRegistry, wish: ModelWish): Promise<SubagentModel> {
	const { agent, parent, roles, overrides } = wish;
	const override = overrides[agent.name];
	const patterns = override === undefined ? (agent.model ?? []) : override.split(",").map((text) => text.trim());
	for (const pattern of patterns.filter((text) => text !== "")) {
		const found = await usable(pattern, registry, wish);
		if (!found) continue;
		const role = roleIn(pattern, roles)?.role;
		const level = levelFor(found.model, wish, found.level);
		return {
			...described(found.model, level),
			modelOverride: patterns,
			...(role !== undefined && { modelRole: role }),
			resolvedModelIsFallback: false,
		};
	}
	return {
		...described(parent.model, levelFor(parent.model, wish, undefined)),
		...(patterns.length > 0 && { modelOverride: patterns }),
		resolvedModelIsFallback: patterns.length > 0,
	};
}

async function usable(
	pattern: string,
	registry: ModelRegistry,
	{ parent, roles }: ModelWish,
): Promise<{ readonly model: Model; readonly level?: ThinkingLevel } | undefined> {
	const named = roleIn(pattern, roles);
	// The parent may use another model than its settings name.
	if (named?.role === "default" && parent.model) {
		return { model: parent.model, ...(named.level && { level: named.level }) };
	}
	const found = await selectModelOrRole(pattern, registry, { roles, current: parent.model });
	if (found.kind === "missing") return undefined;
	const isParents = parent.model !== undefined && selectorOf(found.model) === selectorOf(parent.model);
	if (!isParents && !registry.isUsable(found.model.provider)) return undefined;
	return { model: found.model, ...(found.thinkingLevel && { level: found.thinkingLevel }) };
}

function levelFor(model: Model | undefined, wish: ModelWish, suffix: ThinkingLevel | undefined): ThinkingLevel {
	const { effort, maxEffort, agent, parent } = wish;
	if (model && effort) return resolveEffort(model, effort, maxEffort);
	const level = suffix ?? agent.thinkingLevel ?? parent.thinkingLevel;
	return model ? clampLevel(level, model) : level;
}

const ranks: readonly ThinkingLevel[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** The lowest, middle or highest level of a model that is allowed. */
function resolveEffort(model: Model, effort: "lo" | "med" | "hi", most: ThinkingLevel): ThinkingLevel {
	const all = levelsOf(model);
	const allowed = all.filter((level) => ranks.indexOf(level) <= ranks.indexOf(most));
	const levels = allowed.length > 0 ? allowed : all.slice(0, 1);
	const index = { lo: 0, med: Math.floor((levels.length - 1) / 2), hi: levels.length - 1 }[effort];
	return levels[index] ?? "off";
}

function described(model: Model | undefined, thinkingLevel: ThinkingLevel) {
	const suffix = model?.reasoning && thinkingLevel !== "off" ? `:${thinkingLevel}` : "";
	return { model, thinkingLevel, ...(model && { resolvedModel: `${selectorOf(model)}${suffix}` }) };
}
