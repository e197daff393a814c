import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import { setupSettings } from "../../../settings/sections/agent/internal.ts";
import { modelSettings } from "../../../settings/sections/model/model.ts";
import { startupSettings } from "../../../settings/sections/screen/appearance.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

/** The version of the setup; a new step raises it. */
export const setupVersion = 1;

export const noModelsText =
	"No models available. Use /login or set an API key environment variable. Then use /model to select a model.";

/**
 * Somebody who was not asked before and has no model yet, or one of a local server that nobody has chosen. Decided at
 * every start, so it looks at nothing but memory.
 */
export function wantsSetup(session: OpenedConversation): boolean {
	const { settings, conversation } = session;
	if (isSetupSkipped(session) || settings.get(setupSettings.setupVersion) >= setupVersion) return false;
	return !hasModel(conversation) || usesFoundServer(session);
}

/** Nobody has said yet what omp may do without asking. */
export function lacksApprovalMode(session: Pick<OpenedConversation, "settings" | "host">): boolean {
	return session.settings.findOrigin(approvalSettings.approvalMode) === "default" && !isSetupSkipped(session);
}

function isSetupSkipped({ settings, host }: Pick<OpenedConversation, "settings" | "host">): boolean {
	const skip = host.env.OMP_SKIP_SETUP;
	return (skip !== undefined && !/^(0|false|no|)$/i.test(skip)) || !settings.get(startupSettings.setupWizard);
}

function usesFoundServer({ conversation: { model }, registry, settings }: OpenedConversation): boolean {
	const isLocal = model !== undefined && registry.findProvider(model.provider)?.local === true;
	return isLocal && settings.get(modelSettings.modelRoles).default === undefined;
}

/** The guide that works offline only explains. */
export function hasModel({ model }: Pick<OpenedConversation["conversation"], "model">): boolean {
	return model !== undefined && model.provider !== "offline";
}
