import { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { SessionContext } from "@oh-my-pi/pi-session/tree/context";
import { toolSettings } from "@oh-my-pi/pi-tools/contract/settings";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import type { PromptSource } from "../../conversation/prompt/prompt-source.ts";
import { RewrittenPrompt } from "../../conversation/prompt/rewritten-prompt.ts";
import type { RequestSetupOptions } from "../../conversation/request/request-setup.ts";
import { ActiveTools } from "../../conversation/tools/active-tools.ts";
import { promptSettings } from "../../settings/sections/model/prompt.ts";
import { mcpSettings } from "../../settings/sections/services/mcp.ts";
import type { ConversationSpec } from "../contract/conversation-spec.ts";
import type { GitPart } from "../git/git-part.ts";
import type { ServerInstructions } from "../running-feature.ts";
import { isSwitchedOn } from "../tools/conversation-tools.ts";
import { whyAbsent } from "../tools/unknown-tools.ts";
import type { Workbench } from "../workbench.ts";
import { standingSource } from "./standing-source.ts";

/** Where the tools of a conversation come from; only those that are switched on and meant for it count. */
export function openToolSources(
	{ settings }: Workbench,
	{ subagent }: ConversationSpec,
	onProblem: (message: string) => void,
): ToolSources {
	return new ToolSources([], {
		// A tool with words for why it is not there stays, to answer calls with them.
		isOn: (tool) =>
			isSwitchedOn(tool, settings) && ((subagent?.accepts(tool) ?? true) || tool.unavailableReason?.() !== undefined),
		onProblem,
	});
}

/** What decides about tools and system prompt of each request. */
export function requestOptions(
	workbench: Workbench,
	spec: ConversationSpec,
	parts: {
		readonly context: SessionContext;
		readonly toolSources: ToolSources;
		readonly prompt: PromptSource;
		readonly conversation: () => Conversation;
		readonly schemes: RequestSetupOptions["schemes"];
		readonly git: GitPart | undefined;
		readonly folder: WorkingFolder;
		readonly servers: () => readonly ServerInstructions[];
		readonly guidance: NonNullable<RequestSetupOptions["guidance"]>;
	},
): RequestSetupOptions {
	const { context, toolSources, prompt, conversation, schemes, guidance } = parts;
	const { settings, tools } = workbench;
	return {
		activeTools: new ActiveTools({
			sources: toolSources,
			rules: () => ({
				mode: settings.get(toolSettings.discoveryMode),
				essential: [...settings.get(toolSettings.essentialOverride), ...(spec.subagent?.namedTools ?? [])],
				servers: settings.get(mcpSettings.discoveryDefaultServers),
			}),
			selected: context.selectedMCPToolNames,
			// Elsewhere a model may be held to its list, and could not call what is not in it.
			isFixed: () =>
				conversation().model?.api === "anthropic-messages" &&
				conversation().messages.some(({ role }) => role === "assistant"),
		}),
		prompt: spec.rewritePrompt ? new RewrittenPrompt(prompt, spec.rewritePrompt) : prompt,
		schemes,
		standing: standingSource(workbench, {
			...parts,
			runsPrograms: () => conversation().tools.some(({ effects }) => effects?.includes("runs")),
		}),
		cwd: () => parts.folder.path,
		guidance,
		namesModel: () => settings.get(promptSettings.includeModelInPrompt),
		whyAbsent: (name) => whyAbsent(name, tools, settings),
	};
}
