import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { SessionContext } from "@oh-my-pi/pi-session/context";
import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import { toolSettings } from "@oh-my-pi/pi-tools/settings";
import { todoSettings } from "@oh-my-pi/pi-tools/todo/settings";
import { ApprovalGate } from "../conversation/approval/approval-gate.ts";
import type { Guidance } from "../conversation/guide/guidance.ts";
import type { PromptSource } from "../conversation/prompt/prompt-source.ts";
import { ToolOffer } from "../conversation/tools/tool-offer.ts";
import { approvalSettings } from "../settings/sections/approval.ts";
import { promptSettings } from "../settings/sections/prompt.ts";
import type { Settings } from "../settings/settings.ts";
import { allowCommand } from "./allow-command.ts";
import type { SessionLinks } from "./session-links.ts";

/** How the settings, the mode and the log of a session want the model guided. */
export function sessionGuidance(sources: {
	readonly settings: Settings;
	readonly links: SessionLinks;
	readonly tools: ToolSources;
	readonly context: Pick<SessionContext, "selectedMCPToolNames">;
	readonly prompt?: PromptSource;
}): Guidance {
	const { settings, links, tools, context, prompt } = sources;
	const hasGoals = () => settings.get(goalSettings.enabled);
	return {
		approval: new ApprovalGate({
			mode: () => settings.get(approvalSettings.approvalMode),
			policies: () => settings.get(approvalSettings.approval),
			port: () => links.frontEnd.approve,
			async allowAlways(toolName) {
				settings.setEntry(approvalSettings.approval, toolName, "allow");
				await settings.flush();
			},
			async allowMatching(rule, call) {
				allowCommand(settings, rule, call);
				await settings.flush();
			},
		}),
		offer: new ToolOffer({
			sources: tools,
			rules: () => ({
				mode: settings.get(toolSettings.discoveryMode),
				essential: settings.get(toolSettings.essentialOverride),
				servers: [],
			}),
			selected: context.selectedMCPToolNames,
		}),
		...(prompt && { prompt }),
		schemes: () => readableSchemes(links),
		namesModel: () => settings.get(promptSettings.includeModelInPrompt),
		todoReminders: () => ({
			enabled: settings.get(todoSettings.reminders),
			max: settings.get(todoSettings.remindersMax),
		}),
		refusal: (toolName) => links.previews.refusal(toolName),
		takeNotes: () => links.previews.takeNotes(),
		promptNotes: (messages) => [...links.plan.notes(messages), ...(hasGoals() ? links.goal.notes() : [])],
		continuation: (run) => (hasGoals() ? links.goal.continuation(run) : undefined),
		entered: () => {
			links.plan.entered();
			links.goal.entered();
		},
	};
}

/** A session that leaves nothing on disk has no `local://` files to speak of. */
function readableSchemes({ urls, conversation }: SessionLinks): string[] {
	const isOnDisk = conversation.conversation.log.file !== undefined;
	return urls
		.all()
		.map(({ scheme }) => scheme)
		.filter((scheme) => scheme !== "local" || isOnDisk);
}
