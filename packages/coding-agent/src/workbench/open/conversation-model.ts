import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import type { SessionContext } from "@oh-my-pi/pi-session/tree/context";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { childTier, recordChoice, resolveServiceTier } from "../../models/restore-model.ts";
import { type StartingModel, startingModel } from "../../models/starting-model.ts";
import type { ConversationSpec } from "../contract/conversation-spec.ts";
import type { Workbench } from "../workbench.ts";

/** The model that a conversation starts with, recorded in its log, and the tier of its requests. */
export async function conversationModel(workbench: Workbench, spec: ConversationSpec, context: SessionContext) {
	const { host, settings } = workbench;
	const { notice, ...chosen } = await startupPhase(host, "conversation/model", () =>
		chooseModel(workbench, spec, context),
	);
	recordChoice(spec.log, context, chosen);
	const serviceTier = spec.subagent ? childTier(settings, spec.parent) : resolveServiceTier(context, settings);
	return { notice, chosen: { ...chosen, ...(serviceTier !== undefined && { serviceTier }) } };
}

/** Uses the accounts that the session was pinned to. */
export async function restoreAccounts(log: SessionLog, registry: ModelRegistry): Promise<void> {
	if (!log.path().some(({ type }) => type === "credential_pin")) return;
	const { restorePins } = await import("../../accounts/pin-account.ts");
	restorePins(log, registry);
}

async function chooseModel(
	{ registry, settings, host }: Workbench,
	{ chosen, parent, model, chooseModel: choose }: ConversationSpec,
	context: SessionContext,
): Promise<StartingModel> {
	if (chosen) return chosen;
	if (parent && !model) return { model: parent.model, thinkingLevel: parent.thinkingLevel };
	const found = await startingModel(registry, model ?? {}, context, settings, host);
	return choose?.(found) ?? found;
}
