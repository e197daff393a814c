import { type Model, selectorOf } from "../../model/model.ts";
import type { ThinkingLevel } from "../match/thinking-level.ts";
import type { ModelRegistry } from "../registry/registry.ts";
import { type RoleContext, resolveRole, selectModelOrRole } from "./resolve-role.ts";
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
		const instead = await unnamedModel(registry, wishes);
		if (instead.kind === "refused") return instead;
		const notice = `enabledModels: no usable model fits ${wishes.scoped.join(", ")}, so none is left out`;
		return { ...instead, notice: [notice, instead.notice].filter(Boolean).join("\n") };
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
	const selector = wishes.roles.selectors.default;
	if (selector === undefined) return unsetModel(registry, wishes);
	const role = await resolveRole("default", registry, { roles: wishes.roles });
	if (role) {
		const notice = await looseNotice(selector, role.model, registry, wishes);
		const level = role.thinkingLevel && { roleLevel: role.thinkingLevel };
		return { kind: "found", model: role.model, ...level, ...(notice !== undefined && { notice }) };
	}
	const instead = await unsetModel(registry, wishes);
	if (instead.kind === "refused") return instead;
	const why = (await whyNoModel(selector, registry, wishes)) ?? `No model for "${selector}"`;
	return { ...instead, notice: `modelRoles.default: ${why.replace(/\.$/, "")}${insteadText(instead)}` };
}

/** A part of a name is a way to choose a model; a whole name that is not known is a mistake. */
async function looseNotice(
	selector: string,
	model: Model,
	registry: ModelRegistry,
	{ roles }: InitialModelWishes,
): Promise<string | undefined> {
	if (!selector.includes("/")) return undefined;
	const selection = await selectModelOrRole(selector, registry, { roles });
	const isLoose = selection.kind === "found" && selection.loose === true;
	return isLoose ? `modelRoles.default: no model is named "${selector}"; using ${selectorOf(model)}` : undefined;
}

/** Why the model of a role cannot be had; `undefined` if it can. */
export async function whyNoModel(
	selector: string,
	registry: ModelRegistry,
	context: RoleContext,
): Promise<string | undefined> {
	const selection = await selectModelOrRole(selector, registry, context);
	return selection.kind === "missing" ? selection.message : registry.whyUnusable(selection.model.provider);
}

async function unsetModel(registry: ModelRegistry, wishes: InitialModelWishes): Promise<InitialModel> {
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
