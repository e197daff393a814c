import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CompactionOptions } from "../../conversation/compaction/compaction-options.ts";
import type { CompactionPolicy } from "../../conversation/compaction/compaction-policy.ts";
import type { ConversationOptions } from "../../conversation/kernel/conversation-options.ts";
import { usableChains } from "../../conversation/recovery/fallback-chains.ts";
import type { ModelDirectory } from "../../conversation/recovery/model-directory.ts";
import type { RecoveryOptions } from "../../conversation/recovery/recovery-options.ts";
import type { Confirm } from "../../conversation/recovery/usage-reserve.ts";
import { appendsOnlyAsSet } from "../../models/appends-only.ts";
import { planHeadroom } from "../../models/plan-headroom.ts";
import { sessionRoles } from "../../models/session-roles.ts";
import { compactionSettings } from "../../settings/sections/agent/compaction.ts";
import { contextPromotionSettings } from "../../settings/sections/agent/context.ts";
import { featureSettings } from "../../settings/sections/agent/session.ts";
import { modelSettings } from "../../settings/sections/model/model.ts";
import { retrySettings } from "../../settings/sections/model/retry.ts";
import type { Settings } from "../../settings/settings.ts";
import type { FrontEnd } from "../contract/front-end.ts";
import type { Workbench } from "../workbench.ts";

/** Compaction, retry and fallback options from the settings. */
export function recoverySettings(
	settings: Settings,
	registry: ModelRegistry,
	host: Host,
	{ frontEnd, requests }: Pick<Workbench, "frontEnd" | "requests">,
): Pick<ConversationOptions, "compaction" | "recovery" | "models" | "appendOnly"> {
	const compaction: Partial<CompactionOptions> = {
		policy: () => compactionPolicy(settings),
		guard: () => requests.guard,
		summaryEndpoint: () =>
			settings.get(compactionSettings.remoteEnabled) ? settings.get(compactionSettings.remoteEndpoint) : undefined,
		// A configured summary endpoint takes precedence.
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

function compactionPolicy(settings: Settings): CompactionPolicy {
	const { reserveTokens } = compactionSettings;
	return {
		enabled: settings.get(compactionSettings.enabled),
		strategy: settings.get(compactionSettings.strategy),
		thresholdPercent: settings.get(compactionSettings.thresholdPercent),
		thresholdTokens: settings.get(compactionSettings.thresholdTokens),
		// The default reserve depends on the window; only a configured one is fixed.
		reserveTokens: settings.findOrigin(reserveTokens) === "default" ? undefined : settings.get(reserveTokens),
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

/** True when a loose match of `provider/…` found another provider's model. */
function isElsewhere(selector: string, found: string, registry: ModelRegistry): boolean {
	const provider = selector.split("/")[0] ?? "";
	return registry.providerIds().includes(provider) && !found.startsWith(`${provider}/`);
}

/** Asks through the connected mode. */
function confirmWith(frontEnd: FrontEnd): Confirm {
	return async (question, signal) => {
		const { ask } = frontEnd;
		if (!ask) return undefined;
		const options = [{ label: "Yes" }, { label: "No" }];
		const outcome = await ask([{ id: "confirm", question, options }], { signal, timeoutSeconds: 0 });
		return outcome.kind === "answered" && outcome.answers[0]?.selected[0] === "Yes";
	};
}
