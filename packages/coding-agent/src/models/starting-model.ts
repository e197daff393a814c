import { recentModels } from "@oh-my-pi/pi-ai/auth/store/model-usage";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { resolveThinkingLevel, type ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { resolveInitialModel } from "@oh-my-pi/pi-ai/models/select/initial-model";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import type { SessionContext } from "@oh-my-pi/pi-session/tree/context";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { brokerOpener } from "../accounts/open-broker.ts";
import { chainProblems, usableChains } from "../conversation/recovery/fallback-chains.ts";
import { CliError } from "../process/usage-error.ts";
import { modelSettings } from "../settings/sections/model/model.ts";
import { retrySettings } from "../settings/sections/model/retry.ts";
import type { Settings } from "../settings/settings.ts";
import { enabledModels, registryPreferences } from "./registry-preferences.ts";
import { restoredLevel } from "./restore-model.ts";
import { sessionRoles } from "./session-roles.ts";

export function loadRegistry(
	host: Host,
	agentDir: string,
	settings: Settings,
	options: { readonly apiKey?: string | undefined } = {},
): Promise<ModelRegistry> {
	const openRemote = brokerOpener(host, () => settings);
	return ModelRegistry.load({ host, agentDir, providers: builtInProviders, runtimeKey: options.apiKey, openRemote });
}

/** A model as requested on the command line. */
export interface ModelRequest {
	readonly model?: string | undefined;
	readonly provider?: string | undefined;
	readonly thinking?: ThinkingLevel | undefined;
	/** API key for the model's provider, for this run. */
	readonly apiKey?: string | undefined;
}

export interface StartingModel {
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	/** Why it is not the expected model, or problems of its fallback chain. */
	readonly notice?: string;
}

/** The initial model and level: from the command line, else from the session, else from settings. */
export async function startingModel(
	registry: ModelRegistry,
	request: ModelRequest,
	context: SessionContext,
	settings: Settings,
	host: Host,
): Promise<StartingModel> {
	registry.applyPreferences(registryPreferences(settings, host));
	const found = await resolveInitialModel(registry, {
		...(request.model !== undefined && { named: request.model }),
		...(request.provider !== undefined && { provider: request.provider }),
		scoped: enabledModels(settings, host),
		restored: context.models.default,
		roles: sessionRoles(settings),
		recent: async () => (registry.store.current ? recentModels(registry.store.current.database) : []),
	});
	if (found.kind === "refused") throw new CliError(found.message);
	const { model, suffix, roleLevel } = found.kind === "found" ? found : {};
	if (model && request.apiKey !== undefined) registry.credentials.bindRuntimeKey(model.provider);
	const thinkingLevel = resolveThinkingLevel(
		{
			...(request.thinking && { flag: request.thinking }),
			suffix,
			restored: restoredLevel(context),
			role: roleLevel,
			setting: settings.get(modelSettings.defaultThinkingLevel),
		},
		model,
	);
	const problems = [
		...(found.notice === undefined ? [] : [found.notice]),
		...(await fallbackProblems(settings, registry)),
	];
	return { model, thinkingLevel, ...(problems.length > 0 && { notice: problems.join("\n") }) };
}

/** Invalid fallback chains in the settings. */
async function fallbackProblems(settings: Settings, registry: ModelRegistry): Promise<string[]> {
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
