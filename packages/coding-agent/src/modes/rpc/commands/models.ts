import { thinkingLevels } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { fastTier, hasFastMode } from "../../../conversation/queries/fast-mode.ts";
import { publicModel } from "../../../conversation/queries/public-model.ts";
import { nextThinkingLevel, reportedThinkingLevel } from "../../../conversation/queries/thinking-levels.ts";
import { nextModel } from "../../../session-actions/cycle-model.ts";
import { flag, oneOf, text } from "./fields.ts";
import { command, type RpcCommand } from "./rpc-command.ts";

const setModel = command("set_model", { provider: text, modelId: text }, async ({ provider, modelId }, { session }) => {
	const { registry, conversation } = session;
	const models = registry.providerIds().includes(provider) ? await registry.modelsOf(provider) : [];
	const model = models.find(({ id }) => id === modelId);
	if (!model) throw new Error(`Model not found: ${provider}/${modelId}`);
	const problem = registry.whyUnusable(provider);
	if (problem) throw new Error(problem);
	await conversation.submit({ type: "set_model", model });
	return publicModel(model);
});

const cycleModel = command("cycle_model", {}, async (_fields, { session }) => {
	const { conversation } = session;
	const next = await nextModel(session);
	if (!next) return null;
	await conversation.submit({ type: "set_model", model: next.model });
	if (next.thinkingLevel) await conversation.submit({ type: "set_thinking_level", level: next.thinkingLevel });
	return {
		model: publicModel(next.model),
		thinkingLevel: reportedThinkingLevel(conversation),
		isScoped: next.isScoped,
	};
});

const getAvailableModels = command("get_available_models", {}, async (_fields, { session }) => ({
	models: (await session.registry.listed()).map(publicModel),
}));

const setThinkingLevel = command("set_thinking_level", { level: oneOf(thinkingLevels) }, ({ level }, { session }) =>
	session.conversation.submit({ type: "set_thinking_level", level }),
);

const cycleThinkingLevel = command("cycle_thinking_level", {}, async (_fields, { session }) => {
	const { conversation } = session;
	const level = nextThinkingLevel(conversation.model, conversation.thinkingLevel);
	if (!level) return null;
	await conversation.submit({ type: "set_thinking_level", level });
	return { level };
});

export const modelCommands: readonly RpcCommand[] = [
	setModel,
	cycleModel,
	getAvailableModels,
	setThinkingLevel,
	cycleThinkingLevel,
];

const setFastMode = command("set_fast_mode", { enabled: flag }, async ({ enabled }, { session }) => {
	const { conversation } = session;
	if (enabled && !hasFastMode(conversation.model)) {
		throw new Error("Fast mode is unavailable for the current model.");
	}
	await conversation.submit({ type: "set_service_tier", tier: enabled ? fastTier : undefined });
	return { enabled, active: enabled };
});

export const fastModeCommands: readonly RpcCommand[] = [setFastMode];
