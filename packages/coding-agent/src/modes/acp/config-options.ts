import { RequestError, type SessionConfigOption, type SessionModeState } from "@agentclientprotocol/sdk/unstable";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { thinkingLevels } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { availableThinkingLevels, reportedThinkingLevel } from "../../conversation/queries/thinking-levels.ts";
import { approvalModes, approvalModeWords } from "../../settings/approval-mode.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

const defaultMode = {
	id: "default",
	name: "Default",
	description: "Works on the task, asking where approvals say so",
} as const;

export function modeState(session: OpenedConversation): SessionModeState {
	const { workModes } = session.workbench.features;
	const offered = workModes.filter((mode) => mode.isOffered(session));
	const active = workModes.find((mode) => mode.isActive(session));
	return {
		availableModes: [defaultMode, ...offered.map(({ id, name, description }) => ({ id, name, description }))],
		currentModeId: active?.id ?? defaultMode.id,
	};
}

/** What the client can choose: mode, model, thinking, approvals. */
export async function configOptions(session: OpenedConversation): Promise<SessionConfigOption[]> {
	const { conversation, registry, settings } = session;
	const { availableModes, currentModeId } = modeState(session);
	const models = await registry.listed();
	const { model } = conversation;
	const known = model && !models.some((one) => selectorOf(one) === selectorOf(model)) ? [model, ...models] : models;
	const [off = "off", ...levels] = availableThinkingLevels(model);
	return [
		{
			id: "mode",
			name: "Mode",
			category: "mode",
			type: "select",
			currentValue: currentModeId,
			options: availableModes.map(({ id, name, description }) => ({ value: id, name, description })),
		},
		{
			id: "model",
			name: "Model",
			category: "model",
			type: "select",
			currentValue: model ? selectorOf(model) : "",
			options: known.map((one) => ({ value: selectorOf(one), name: one.name })),
		},
		{
			id: "thinking",
			name: "Thinking",
			category: "thought_level",
			type: "select",
			currentValue: reportedThinkingLevel(conversation),
			options: [off, ...(levels.length > 0 ? ["auto", ...levels] : [])].map((level) => ({ value: level, name: level })),
		},
		{
			id: "approval",
			name: "Approvals",
			category: "_approval",
			type: "select",
			currentValue: settings.get(approvalSettings.approvalMode),
			options: approvalModes.map((mode) => ({
				value: mode,
				name: approvalModeWords[mode].short,
				description: approvalModeWords[mode].sentence,
			})),
		},
	];
}

/** Sets one of them; what changes is announced by its event, except for those that have none. */
export async function setConfigOption(session: OpenedConversation, id: string, value: unknown): Promise<void> {
	const { conversation, registry, settings } = session;
	switch (id) {
		case "mode":
			return setMode(session, String(value));
		case "model": {
			const model = (await registry.available()).find((one) => selectorOf(one) === value);
			if (!model) throw badValue(`Model not found: ${value}`);
			return conversation.submit({ type: "set_model", model });
		}
		case "thinking": {
			const level = thinkingLevels.find((one) => one === value);
			if (!level) throw badValue(`Unknown thinking level: ${value}`);
			return conversation.submit({ type: "set_thinking_level", level });
		}
		case "approval": {
			const mode = approvalModes.find((one) => one === value);
			if (!mode) throw badValue(`Unknown approval mode: ${value}`);
			return settings.override(approvalSettings.approvalMode, mode);
		}
		default:
			throw badValue(`Unknown ACP config option: ${id}`);
	}
}

export async function setMode(session: OpenedConversation, modeId: string): Promise<void> {
	const { workModes } = session.workbench.features;
	const { availableModes, currentModeId } = modeState(session);
	if (!availableModes.some(({ id }) => id === modeId)) throw badValue(`Unknown ACP mode: ${modeId}`);
	if (modeId === currentModeId) return;
	const entered = workModes.find(({ id }) => id === modeId);
	const refusal = entered?.whyRefused(session);
	if (refusal !== undefined) throw badValue(refusal);
	await workModes.find(({ id }) => id === currentModeId)?.leave(session);
	await entered?.enter(session);
}

function badValue(details: string): RequestError {
	return RequestError.invalidParams({ details }, details);
}
