import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import type { SecretHider } from "@oh-my-pi/pi-secrets/hider/secret-hider";
import { SlowPatternError } from "@oh-my-pi/pi-secrets/patterns/secret-pattern";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { loadSecrets } from "../../process/secrets/load-secrets.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import placeholders from "./prompts/placeholders.md" with { type: "text" };
import { requestGuard } from "./request/request-guard.ts";

export async function startSecrets({ workbench, notify }: FeatureStart): Promise<RunningFeature> {
	const { hider, warnings } = await loadSecrets(workbench);
	workbench.requests.guardWith(requestGuard(hider, workbench.host.now));
	for (const warning of warnings) notify(`Secrets: ${warning}`);
	const guidance = renderPrompt(placeholders);
	const hideSecrets = (text: string) => hider.hide(text);
	return {
		join: () => ({ guidance: () => guidance, services: { hideSecrets } }),
		opened: ({ conversation }) => learnPlaceholders(hider, conversation.log.entries()),
	};
}

/**
 * What stands for the past of a session in a provider's own words, or as pictures, may name values that a pattern has found, so
 * they are looked for once more: their placeholders would mean nothing otherwise.
 */
function learnPlaceholders(hider: SecretHider, entries: Iterable<SessionEntry>): void {
	const all = [...entries];
	if (!all.some((entry) => entry.type === "compaction" && entry.preserveData !== undefined)) return;
	try {
		mapTexts(all, (text) => hider.hide(text));
	} catch (error) {
		// A slow pattern refuses the request itself, with its name.
		if (!(error instanceof SlowPatternError)) throw error;
	}
}
