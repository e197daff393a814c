import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { resolveRole } from "@oh-my-pi/pi-ai/models/resolve-role";
import { selectModel } from "@oh-my-pi/pi-ai/models/select";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { appendsOnlyAsSet } from "../app/appends-only.ts";
import { confirmWith } from "../app/confirm-with.ts";
import type { FrontEnd } from "../app/front-end.ts";
import { planHeadroom } from "../app/plan-headroom.ts";
import { sessionRoles } from "../app/session-roles.ts";
import type { CompactionOptions } from "../conversation/compaction/compaction-options.ts";
import type { CompactionPolicy } from "../conversation/compaction/compaction-policy.ts";
import type { ConversationOptions } from "../conversation/conversation-options.ts";
import { chainProblems, usableChains } from "../conversation/recovery/fallback-chains.ts";
import type { ModelDirectory } from "../conversation/recovery/model-directory.ts";
import type { RecoveryOptions } from "../conversation/recovery/recovery-options.ts";
import { compactionSettings } from "../settings/sections/compaction.ts";
import { contextPromotionSettings } from "../settings/sections/context.ts";
import { modelSettings } from "../settings/sections/model.ts";
import { retrySettings } from "../settings/sections/retry.ts";
import { featureSettings } from "../settings/sections/session.ts";
import type { Settings } from "../settings/settings.ts";

/** Compaction, retry and fallback as the settings want them. */
export function recoverySettings(
	settings: Settings,
	registry: ModelRegistry,
	host: Host,
	frontEnd: FrontEnd,
): Pick<ConversationOptions, "compaction" | "recovery" | "models" | "appendOnly"> {
	const compaction: Partial<CompactionOptions> = {
		policy: () => compactionPolicy(settings),
		summaryEndpoint: () =>
			settings.get(compactionSettings.remoteEnabled) ? settings.get(compactionSettings.remoteEndpoint) : undefined,
		// Somebody who has an endpoint for it has chosen.
		providerCompaction: () =>
			settings.get(compactionSettings.remoteEnabled) && !settings.get(compactionSettings.remoteEndpoint),
		contextPromotion: () => settings.get(contextPromotionSettings.enabled),
		cacheLifeMs: () => (host.env.PI_CACHE_RETENTION === "long" ? 60 : 5) * 60_000,
	};
	const recovery: Partial<RecoveryOptions> = {
		detectsUnexpectedStops: () => settings.get(featureSettings.unexpectedStopDetection),
		fallback: () => ({
			enabled: settings.get(retrySettings.modelFallback),
			chains: usableChains(settings.get(retrySettings.fallbackChains)),
			revertPolicy: settings.get(retrySettings.fallbackRevertPolicy),
		}),
		usageReserve: () => ({
			enabled: settings.get(retrySettings.usageAwareFallback),
			reservePercent: settings.get(retrySettings.usageReservePct),
			action: settings.get(retrySettings.usageReservePolicy),
		}),
		headroom: planHeadroom(registry, host),
		confirm: confirmWith(frontEnd),
	};
	const models = modelDirectory(settings, registry);
	return { compaction, recovery, models, appendOnly: appendsOnlyAsSet(settings) };
}

/** What is wrong with the chains of models that stand in for each other. */
export async function fallbackProblems(settings: Settings, registry: ModelRegistry): Promise<string[]> {
	const chains = settings.get(retrySettings.fallbackChains);
	const unknown = Object.entries(usableChains(chains)).flatMap(([key, selectors]) =>
		selectors
			.filter((selector) => !/\/\*(?=$|:)/.test(selector))
			.map(async (selector) => {
				const found = await selectModel(selector, registry);
				return found.kind === "missing" ? [`retry.fallbackChains.${key}: ${found.message}`] : [];
			}),
	);
	return [...chainProblems(chains), ...(await Promise.all(unknown)).flat()];
}

function compactionPolicy(settings: Settings): CompactionPolicy {
	const { reserveTokens } = compactionSettings;
	return {
		enabled: settings.get(compactionSettings.enabled),
		strategy: settings.get(compactionSettings.strategy),
		thresholdPercent: settings.get(compactionSettings.thresholdPercent),
		thresholdTokens: settings.get(compactionSettings.thresholdTokens),
		// Only a reserve that somebody has asked for is kept whatever the window.
		reserveTokens: settings.originOf(reserveTokens) === "default" ? undefined : settings.get(reserveTokens),
		keepRecentTokens: settings.get(compactionSettings.keepRecentTokens),
		autoContinue: settings.get(compactionSettings.autoContinue),
		midTurnEnabled: settings.get(compactionSettings.midTurnEnabled),
		handoffSaveToDisk: settings.get(compactionSettings.handoffSaveToDisk),
		idleEnabled: settings.get(compactionSettings.idleEnabled),
		idleThresholdTokens: settings.get(compactionSettings.idleThresholdTokens),
		idleTimeoutSeconds: settings.get(compactionSettings.idleTimeoutSeconds),
		supersedeReads: settings.get(compactionSettings.supersedeReads),
		dropUseless: settings.get(compactionSettings.dropUseless),
	};
}

function modelDirectory(settings: Settings, registry: ModelRegistry): ModelDirectory {
	return {
		async find(selector) {
			const selection = await selectModel(selector, registry);
			if (selection.kind === "missing" || isElsewhere(selector, selectorOf(selection.model), registry))
				return undefined;
			const { model, thinkingLevel } = selection;
			return { model, ...(thinkingLevel && { thinkingLevel }) };
		},
		isUsable: ({ provider }) => registry.isUsable(provider),
		async inRole(role, current) {
			const found = await resolveRole(role, registry, { roles: sessionRoles(settings), ...(current && { current }) });
			return found?.model;
		},
		roleSelector: (role) => settings.get(modelSettings.modelRoles)[role],
	};
}

/** A selector that names a provider may be understood loosely, but not as another provider's model. */
function isElsewhere(selector: string, found: string, registry: ModelRegistry): boolean {
	const provider = selector.split("/")[0] ?? "";
	return registry.providerIds().includes(provider) && !found.startsWith(`${provider}/`);
}
