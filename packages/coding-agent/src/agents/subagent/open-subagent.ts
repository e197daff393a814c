import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { readSummarySettings } from "@oh-my-pi/pi-tools/read/settings";
import type { AgentService } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Setting, SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { StartingModel } from "../../models/starting-model.ts";
import type { SubagentContext } from "../../workbench/contract/agent-host.ts";
import { openConversation } from "../../workbench/open/open-conversation.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Workbench } from "../../workbench/workbench.ts";

export interface SubagentSpec {
	readonly id: string;
	readonly parent: Conversation;
	readonly log: SessionLog;
	readonly cwd: string;
	readonly chosen: StartingModel;
	readonly rewritePrompt: (blocks: readonly string[]) => readonly string[];
	readonly accepts: SubagentContext["accepts"];
	readonly namedTools?: SubagentContext["namedTools"];
	/** Of the parent, where the folder is the same. */
	readonly facts?: SubagentContext["facts"];
	/** Absent for one that was revived. */
	readonly definition?: SubagentContext["definition"];
	/** False: files are read as they are. */
	readonly readSummarize?: boolean | undefined;
	/** Made with the conversation, which it needs. */
	readonly service: (opened: () => OpenedConversation) => AgentService;
}

/** Opens the conversation of a sub-agent, new or revived. */
export async function openSubagentConversation(workbench: Workbench, spec: SubagentSpec): Promise<OpenedConversation> {
	const { id, parent, log, cwd, chosen, rewritePrompt, accepts, readSummarize } = spec;
	let opened: OpenedConversation | undefined;
	const service = spec.service(() => {
		if (!opened) throw new Error(`The agent ${id} is not open yet`);
		return opened;
	});
	opened = await openConversation(workbench, {
		id,
		parent,
		log,
		cwd,
		chosen,
		rewritePrompt,
		subagent: {
			service,
			accepts,
			...(spec.namedTools && { namedTools: spec.namedTools }),
			...(spec.facts && { facts: spec.facts }),
			...(spec.definition && { definition: spec.definition }),
			...(readSummarize === false && { settings: withVerbatimReads(workbench.settings) }),
		},
	});
	return opened;
}

function withVerbatimReads(settings: SettingsReader): SettingsReader {
	return {
		get: <Value>(setting: Setting<Value>): Value => {
			const isOff = setting.key === readSummarySettings.enabled.key;
			return isOff ? (false as Value) : settings.get(setting);
		},
	};
}
