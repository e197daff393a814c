import { withCustomApis } from "@oh-my-pi/pi-ai/custom-api";
import type { Model } from "@oh-my-pi/pi-ai/model";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { type ThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/thinking-level";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers";
import { createStream, type StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { SessionContext } from "@oh-my-pi/pi-session/context";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import { modelSettings } from "../settings/sections/model.ts";
import type { Settings } from "../settings/settings.ts";
import { chooseModel } from "./choose-model.ts";

export function loadRegistry(
	host: Host,
	agentDir: string,
	options: Pick<LaunchOptions, "apiKey">,
): Promise<ModelRegistry> {
	return ModelRegistry.load({ host, agentDir, providers: builtInProviders, runtimeKey: options.apiKey });
}

export interface StartingModel {
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	/** Why it is not the model that was expected. */
	readonly notice?: string;
}

/** The model and effort a session starts with: the command line's, else the session's own, else the settings'. */
export async function startingModel(
	registry: ModelRegistry,
	options: Pick<LaunchOptions, "model" | "thinking">,
	context: SessionContext,
	settings: Settings,
): Promise<StartingModel> {
	const { model, notice, thinkingLevel } = await chooseModel({
		registry,
		named: options.model,
		restored: context.models.default,
		role: settings.get(modelSettings.modelRoles).default,
	});
	const restored = thinkingLevels.find((level) => context.isThinkingLevelRecorded && level === context.thinkingLevel);
	const fallback = settings.get(modelSettings.defaultThinkingLevel);
	return { model, notice, thinkingLevel: options.thinking ?? thinkingLevel ?? restored ?? fallback };
}

/** How models are asked: over the wire, or, while none is connected, by the offline guide. */
export function modelStream(host: Host): StreamFn {
	const stream = createStream({ host, protocols: builtInProtocols });
	const offline = async () => (await import("@oh-my-pi/pi-ai/offline/guide")).offlineGuide(host.now);
	return withCustomApis(stream, new Map([["offline", offline]]));
}
