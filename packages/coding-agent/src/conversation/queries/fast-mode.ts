import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { openAiServiceTier } from "@oh-my-pi/pi-ai/protocol/service-tier";

export const fastTier = "priority";

/** Whether the model's provider has a priority tier. */
export function hasFastMode(model: Model | undefined): boolean {
	if (!model) return false;
	if (openAiServiceTier(model, fastTier)) return true;
	return model.api === "google-generative-ai" || model.api === "google-vertex";
}
