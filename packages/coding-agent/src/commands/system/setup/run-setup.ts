import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { setupSettings } from "../../../settings/sections/agent/internal.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { approvalStep } from "./approval-step.ts";
import { settleApprovals } from "./choose-approvals.ts";
import { foundInProject } from "./found-in-project.ts";
import { glyphsStep } from "./glyphs-step.ts";
import { modelStep } from "./model-step.ts";
import { providersStep } from "./providers-step.ts";
import { inSetupFrame } from "./setup-frame.ts";
import type { SetupPorts, SetupStep } from "./setup-step.ts";
import { themeStep } from "./theme-step.ts";
import { hasModel, noModelsText, setupVersion } from "./wants-setup.ts";

/** In this order; the highest `since` is the version that counts as seen afterwards. */
export const setupSteps: readonly SetupStep[] = [providersStep, modelStep, approvalStep, glyphsStep, themeStep];

/** Goes through the steps that were not seen before, or through all when asked for; says at the end what there is. */
export async function runSetup(
	session: OpenedConversation,
	ports: SetupPorts,
	options: { readonly steps?: readonly SetupStep[]; readonly opensUnasked?: boolean } = {},
): Promise<void> {
	const { settings, conversation } = session;
	const seen = settings.get(setupSettings.setupVersion);
	const steps = options.steps ?? setupSteps.filter(({ since }) => since > seen);
	let hasEnded = false;
	let isAwaited = !options.opensUnasked;
	const onEnd = () => {
		hasEnded = true;
	};
	const ask: SetupPorts["ask"] = async (dialog) => {
		const answer = await ports.ask(dialog);
		isAwaited = true;
		return answer;
	};
	for (const [index, step] of steps.entries()) {
		if (hasEnded) break;
		const { title, help, showsSample = false } = step;
		const heading = {
			title,
			help: typeof help === "string" ? help : help(session),
			showsSample,
			position: index + 1,
			total: steps.length,
			isAwaited: () => isAwaited,
			onEnd,
		};
		await step.run(session, {
			...ports,
			// What is asked after the end was not wanted any more.
			ask: async (dialog) => (hasEnded ? undefined : ask(inSetupFrame(dialog, heading))),
		});
	}
	settings.set(setupSettings.setupVersion, Math.max(seen, setupVersion));
	settleApprovals(session, ports);
	const { model } = conversation;
	const found = await withFallback(foundInProject(session), "", "what was found is only said");
	if (model && hasModel(conversation)) {
		const words = [`Ready with ${selectorOf(model)}.`, found, "/settings changes everything else."].filter(Boolean);
		ports.notify("info", words.join(" "));
	} else ports.notify("warning", noModelsText);
}
