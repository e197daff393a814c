import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { splitLevel } from "@oh-my-pi/pi-ai/models/match/level-suffix";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { builtInRoles } from "@oh-my-pi/pi-ai/models/select/roles";
import { saveModelRole } from "../../settings/save-model-role.ts";
import { modelSettings } from "../../settings/sections/model/model.ts";
import { retrySettings } from "../../settings/sections/model/retry.ts";
import type { Settings } from "../../settings/settings.ts";

/** A role with the model that plays it, or a model that stands in when others fail. */
export type RoleRow =
	| { readonly kind: "role"; readonly role: string; readonly selector?: string; readonly level?: string }
	| { readonly kind: "fallback"; readonly of: string; readonly selector: string };

/** Every role with those that stand in for it, then the chains of single models and providers. */
export function roleRows(settings: Settings): readonly RoleRow[] {
	const selectors = settings.get(modelSettings.modelRoles);
	const chains = settings.get(retrySettings.fallbackChains);
	const roles = roleNames(settings);
	const fallbacks = (of: string) => (chains[of] ?? []).map((selector): RoleRow => ({ kind: "fallback", of, selector }));
	const others = Object.keys(chains).filter((key) => !roles.includes(key));
	return [
		...roles.flatMap((role): RoleRow[] => [
			{ kind: "role", role, ...splitSelector(selectors[role]) },
			...fallbacks(role),
		]),
		...others.flatMap(fallbacks),
	];
}

export function roleNames(settings: Settings): readonly string[] {
	const tagged = Object.keys(settings.get(modelSettings.modelTags));
	const set = Object.keys(settings.get(modelSettings.modelRoles));
	return [...new Set([...builtInRoles, ...tagged, ...set])];
}

/** The roles a model plays. */
export function findRoles(model: Model, settings: Settings): readonly string[] {
	const name = selectorOf(model);
	const selectors = Object.entries(settings.get(modelSettings.modelRoles));
	return selectors.flatMap(([role, selector]) => (splitSelector(selector).selector === name ? [role] : []));
}

export function assignRole(settings: Settings, role: string, model: Model, level: ThinkingLevel | undefined): string {
	const selector = `${selectorOf(model)}${level === undefined ? "" : `:${level}`}`;
	saveModelRole(settings, role, selector);
	return selector;
}

export function addFallback(settings: Settings, of: string, model: Model): void {
	const chain = settings.get(retrySettings.fallbackChains)[of] ?? [];
	settings.setEntry(retrySettings.fallbackChains, of, [...chain, selectorOf(model)]);
}

/** Takes away what a row says. */
export function clearRow(settings: Settings, row: RoleRow): void {
	if (row.kind === "role") {
		saveModelRole(settings, row.role, undefined);
		return;
	}
	const chain = settings.get(retrySettings.fallbackChains)[row.of] ?? [];
	const left = chain.filter((selector) => selector !== row.selector);
	settings.setEntry(retrySettings.fallbackChains, row.of, left.length > 0 ? left : undefined);
}

function splitSelector(selector: string | undefined): { selector?: string; level?: string } {
	if (selector === undefined) return {};
	const split = splitLevel(selector);
	return split ? { selector: split.pattern, level: split.level } : { selector };
}
