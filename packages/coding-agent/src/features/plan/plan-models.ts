import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import { sessionRoles } from "../../models/session-roles.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** A model for planning or for executing a plan. */
export interface ChosenModel {
	readonly model: Model;
	readonly thinkingLevel?: ThinkingLevel;
}

/** Switches to the model of the role `plan`, if there is one. */
export async function usePlanModel(session: OpenedConversation): Promise<void> {
	const chosen = await modelOfRole("plan", session);
	if (!chosen) return;
	await session.conversation.submit({ type: "set_model", model: chosen.model });
	if (chosen.thinkingLevel)
		await session.conversation.submit({ type: "set_thinking_level", level: chosen.thinkingLevel });
}

/** `undefined` for a role without a usable model. */
export async function modelOfRole(name: string, session: OpenedConversation): Promise<ChosenModel | undefined> {
	const selector = sessionRoles(session.settings).selectors[name];
	return selector === undefined ? undefined : usableModel(selector, session);
}

/** `undefined` for an unknown or unusable model. */
export async function usableModel(
	selector: string,
	{ registry }: OpenedConversation,
): Promise<ChosenModel | undefined> {
	const found = await selectModel(selector, registry);
	if (found.kind === "missing" || registry.whyUnusable(found.model.provider)) return undefined;
	const { model, thinkingLevel } = found;
	return { model, ...(thinkingLevel && { thinkingLevel }) };
}
