import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { resolveRoles } from "@oh-my-pi/pi-ai/models/select/roles";
import { selectModels } from "@oh-my-pi/pi-ai/models/select/select";
import { enabledModels } from "../models/registry-preferences.ts";
import { modelSettings } from "../settings/sections/model/model.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

export interface CycleChoice {
	/** The role, or the model without one. */
	readonly name: string;
	readonly model: Model;
	readonly thinkingLevel?: ThinkingLevel;
}

/** Choices for cycling: the models given with `--models`, else the roles in order. */
export async function cycleChoices(session: OpenedConversation): Promise<CycleChoice[]> {
	const { registry, settings, host, conversation } = session;
	const patterns = enabledModels(settings, host);
	if (patterns.length > 0) {
		const { chosen } = await selectModels(patterns, registry);
		return chosen.map((choice) => ({ ...choice, name: choice.model.id }));
	}
	const roles = resolveRoles({ settings: settings.get(modelSettings.modelRoles), env: host.env });
	const found = await Promise.all(
		settings.get(modelSettings.cycleOrder).map(async (role): Promise<CycleChoice[]> => {
			const chosen = await resolveRole(role, registry, { roles });
			if (chosen) return [{ name: role, ...chosen }];
			// An unconfigured default role means the session's model.
			return role === "default" && conversation.model ? [{ name: role, model: conversation.model }] : [];
		}),
	);
	return found.flat();
}

/** Index of the current choice; -1 when it is not among them. */
export function currentChoice(choices: readonly CycleChoice[], session: OpenedConversation, lastName?: string): number {
	const { model } = session.conversation;
	const isIn = (choice: CycleChoice) => model !== undefined && selectorOf(choice.model) === selectorOf(model);
	const last = choices.findIndex((choice) => choice.name === lastName && isIn(choice));
	return last >= 0 ? last : choices.findIndex(isIn);
}
