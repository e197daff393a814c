import { type Model, selectorOf } from "../../model/model.ts";
import type { ThinkingLevel } from "../match/thinking-level.ts";
import type { ModelRegistry } from "../registry/registry.ts";
import { resolveRole, selectModelOrRole } from "./resolve-role.ts";
import type { Roles } from "./roles.ts";
import { defaultModel, selectModel, selectModels } from "./select.ts";

export interface InitialModelWishes {
	/** `--model`: a selector or a role. */
	readonly named?: string | undefined;
	/** `--provider`: with `named` an exact pair. */
	readonly provider?: string | undefined;
	/** `--models` or `enabledModels`. */
	readonly scoped?: readonly string[] | undefined;
	/** The session's last model. */
	readonly restored?: string | undefined;
	readonly roles: Roles;
	/** Recently used models, most recent first. */
	readonly recent?: (() => Promise<readonly string[]>) | undefined;
}

export type InitialModel =
	| {
			readonly kind: "found";
			readonly model: Model;
			/** The level from the selector or the role's selector. */
			readonly suffix?: ThinkingLevel;
			readonly roleLevel?: ThinkingLevel;
			/** Why it is not the expected model. */
			readonly notice?: string;
	  }
	/** The user named an unusable model. */
	| { readonly kind: "refused"; readonly message: string }
	| { readonly kind: "none"; readonly notice?: string };

/** The model a session starts with, from the most to the least explicit choice. */
export async function resolveInitialModel(registry: ModelRegistry, wishes: InitialModelWishes): Promise<InitialModel> {
	if (wishes.named !== undefined || wishes.provider !== undefined) return namedModel(registry, wishes);
	if (wishes.scoped?.length && wishes.restored === undefined) {
		const [first] = (await selectModels(wishes.scoped, registry)).chosen;
		if (first)
			return { kind: "found", model: first.model, ...(first.thinkingLevel && { suffix: first.thinkingLevel }) };
	}
	if (wishes.restored === undefined) return unnamedModel(registry, wishes);
	const restored = await selectModel(wishes.restored, registry);
	if (restored.kind === "found" && registry.isUsable(restored.model.provider)) {
		return { kind: "found", model: restored.model };
	}
	const instead = await unnamedModel(registry, wishes);
	if (instead.kind === "refused") return instead;
	return { ...instead, notice: `Could not restore model ${wishes.restored}${insteadText(instead)}` };
}

function insteadText(instead: InitialModel): string {
	return instead.kind === "found" ? `; using ${selectorOf(instead.model)}` : "";
}

async function namedModel(registry: ModelRegistry, wishes: InitialModelWishes): Promise<InitialModel> {
	const { provider, named, roles } = wishes;
	if (provider !== undefined && !registry.providerIds().includes(provider)) {
		return { kind: "refused", message: `Unknown provider "${provider}". Run "omp models" to see them.` };
	}
	const pattern =
		provider === undefined ? (named ?? "") : `${provider}/${named ?? (await usualModel(registry, provider))}`;
	const selection = await selectModelOrRole(pattern, registry, { roles });
	if (selection.kind === "missing") return { kind: "refused", message: selection.message };
	const { model, thinkingLevel, loose } = selection;
	const reason = registry.whyUnusable(model.provider);
	if (reason !== undefined) {
		const nearest = `No usable model is named "${pattern}"; the nearest is ${selectorOf(model)}. `;
		return { kind: "refused", message: `${loose ? nearest : ""}${reason}` };
	}
	const notice = loose && `No model is named "${pattern}"; using ${selectorOf(model)}`;
	return { kind: "found", model, ...(thinkingLevel && { suffix: thinkingLevel }), ...(notice && { notice }) };
}

async function usualModel(registry: ModelRegistry, provider: string): Promise<string> {
	return registry.defaultModelOf(provider) ?? (await registry.modelsOf(provider))[0]?.id ?? "";
}

async function unnamedModel(registry: ModelRegistry, wishes: InitialModelWishes): Promise<InitialModel> {
	if (wishes.roles.selectors.default !== undefined) {
		const role = await resolveRole("default", registry, { roles: wishes.roles });
		if (role) return { kind: "found", model: role.model, ...(role.thinkingLevel && { roleLevel: role.thinkingLevel }) };
	}
	for (const selector of (await wishes.recent?.()) ?? []) {
		const selection = await selectModel(selector, registry);
		// The offline guide is a last resort, however often it was used.
		const fits =
			selection.kind === "found" && selectorOf(selection.model) === selector && selection.model.api !== "offline";
		if (fits && registry.isUsable(selection.model.provider)) return { kind: "found", model: selection.model };
	}
	const model = await defaultModel(registry);
	return model ? { kind: "found", model } : { kind: "none" };
}
