import { selectorOf } from "@oh-my-pi/pi-ai/model";
import { setupSettings } from "../../../settings/sections/internal.ts";
import type { Mode } from "../mode.ts";
import { inSetupFrame } from "./setup-frame.ts";
import type { SetupStep } from "./setup-step.ts";
import { setupSteps } from "./setup-steps.ts";
import { hasModel, noModelsText, setupVersion } from "./wants-setup.ts";

/** Goes through the steps that were not seen before, or through all when asked for; says at the end what there is. */
export async function runSetup(mode: Mode, options: { readonly steps?: readonly SetupStep[] } = {}): Promise<void> {
	const { settings, conversation } = mode.session;
	const seen = settings.get(setupSettings.setupVersion);
	const steps = options.steps ?? setupSteps.filter(({ since }) => since > seen);
	let hasEnded = false;
	const onEnd = () => {
		hasEnded = true;
	};
	for (const [index, step] of steps.entries()) {
		if (hasEnded) break;
		const { title, help, showsSample = false } = step;
		const heading = { title, help, showsSample, position: index + 1, total: steps.length, onEnd };
		await step.run({
			...mode,
			// What is asked after the end was not wanted any more.
			ask: async (dialog) => (hasEnded ? undefined : mode.ask(inSetupFrame(dialog, heading))),
		});
	}
	settings.set(setupSettings.setupVersion, Math.max(seen, setupVersion));
	const { model } = conversation;
	if (model && hasModel(conversation))
		mode.notify("info", `Ready with ${selectorOf(model)}. /settings changes everything else.`);
	else mode.notify("warning", noModelsText);
}
