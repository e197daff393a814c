import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { selectModels } from "@oh-my-pi/pi-ai/models/select/select";
import { enabledModels } from "../models/registry-preferences.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

export interface NextModel {
	readonly model: Model;
	readonly thinkingLevel?: ThinkingLevel;
	/** Limited to the user's list of models for cycling. */
	readonly isScoped: boolean;
}

/** Cycles to the next model; `undefined` when there is only one. */
export async function nextModel(session: OpenedConversation): Promise<NextModel | undefined> {
	const { registry, conversation, settings, host } = session;
	const patterns = enabledModels(settings, host);
	const isScoped = patterns.length > 0;
	const models: Omit<NextModel, "isScoped">[] = isScoped
		? (await selectModels(patterns, registry)).chosen
		: (await registry.available()).map((model) => ({ model }));
	const current = conversation.model && selectorOf(conversation.model);
	const at = models.findIndex(({ model }) => selectorOf(model) === current);
	const next = models[(at + 1) % models.length];
	return next && selectorOf(next.model) !== current ? { ...next, isScoped } : undefined;
}
