import type { Effort } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import { clampEffort } from "@oh-my-pi/pi-ai/thinking/effort";
import { runningSession } from "../../process/host-packages.ts";
import { processHost } from "../../process/process-host.ts";
import { type ModelRequests, modelRequests } from "./model-requests.ts";

export { joinText as textOf, toolCallsOf } from "@oh-my-pi/pi-ai/message";
/** What extensions import from `@oh-my-pi/pi-ai`. */
export {
	AssistantMessageEventStream,
	AssistantMessageEventStream as EventStream,
} from "@oh-my-pi/pi-ai/reply/event-stream";
export { StringEnum, Type } from "../../features/extensions/schema/typebox.ts";
export { AuthStorage } from "../parts/auth-storage.ts";

/** For modules that are not an extension's alone: requests count for the session whose extension makes them. */
export const { stream, complete, streamSimple, completeSimple }: ModelRequests = modelRequests(runningSession);

/** The nearest level that the model has. */
export function clampThinkingLevel(model: Model, level: Effort | "off"): Effort | "off" {
	return level === "off" ? "off" : (clampEffort(model, level) ?? "off");
}

/** The key that the environment has for a provider. */
export function getEnvApiKey(providerId: string): string | undefined {
	const { env } = processHost();
	const provider = builtInProviders.find(({ id }) => id === providerId);
	return provider?.envVars.map((name) => env[name]).find(Boolean);
}
