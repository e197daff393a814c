import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AgentService } from "@oh-my-pi/pi-tools/services/agent-service";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { Conversation } from "../conversation/conversation.ts";
import type { AgentFile } from "../discovery/capabilities/agents.ts";
import type { AgentHistory } from "../urls/history-url.ts";

/** The place of a sub-agent: which tools it has, and what they are given. */
export interface AgentSeat {
	readonly service: AgentService;
	readonly accepts: (tool: Pick<AgentTool, "name">) => boolean;
	/** The settings that its tools read. */
	readonly settings?: SettingsReader;
}

/** A conversation of the user's, as the host of its agents needs it. */
export interface AgentParent {
	readonly conversation: Conversation;
	readonly cwd: () => string;
	readonly isPlanning: () => boolean;
	/** The agent files of the folder, as far as they were read. */
	readonly files: () => readonly AgentFile[];
}

/** Sub-agents, as a workbench knows them. Nothing of it is loaded before the first one. */
export interface AgentHost {
	/** What the tools of a conversation of the user's can do with agents. */
	serviceFor(parent: AgentParent): AgentService;
	/** All agents of a session but the open conversations: parked and aborted ones. */
	earlier(conversation: Conversation): Promise<readonly AgentHistory[]>;
	/** The output of an agent; `undefined` when there is none. */
	output(conversation: Conversation, id: string): Promise<AgentOutput | undefined>;
	/** Ids of agents with an output. */
	outputIds(conversation: Conversation): Promise<readonly string[]>;
}

export interface AgentOutput {
	readonly text: string;
	/** Absent for an in-memory session. */
	readonly path?: string;
}
