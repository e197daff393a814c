import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { type RoleModel, selectModelOrRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import type { Settings } from "../settings/settings.ts";
import { sessionRoles } from "./session-roles.ts";

/** The model or role that takes over after planning, `smol` for example; `undefined` when it is unusable or the current one. */
export async function cheaperModel(
	wanted: string,
	{ registry, settings }: { readonly registry: ModelRegistry; readonly settings: Settings },
	current: Model | undefined,
): Promise<RoleModel | undefined> {
	const found = await selectModelOrRole(wanted, registry, { roles: sessionRoles(settings), current });
	if (found.kind === "missing" || !registry.isUsable(found.model.provider)) return undefined;
	if (current && selectorOf(found.model) === selectorOf(current)) return undefined;
	return { model: found.model, ...(found.thinkingLevel && { thinkingLevel: found.thinkingLevel }) };
}
