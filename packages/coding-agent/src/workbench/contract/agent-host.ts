import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { AgentService } from "@oh-my-pi/pi-tools/services/agent-service";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { SessionFacts } from "../../conversation/prompt/prompt-source.ts";
import type { AgentFile } from "../../discovery/capabilities/agents.ts";
import type { AgentHistory } from "../../urls/history-url.ts";

/** What makes a conversation a sub-agent: its tools and what they work with. */
export interface SubagentContext {
	readonly service: AgentService;
	readonly accepts: (tool: Pick<AgentTool, "name">) => boolean;
	/** Tools its definition names; they are offered from the start. */
	readonly namedTools?: readonly string[];
	/** What project and user tell the model, where its parent has read it already. */
	readonly facts?: () => Promise<SessionFacts>;
	/** What it was started from, as far as features ask for it. */
	readonly definition?: { readonly name: string; readonly advisor?: boolean | string };
	/** The settings that its tools read. */
	readonly settings?: SettingsReader;
}

/** What a conversation may start; everything by default. */
export interface SpawnLimits {
	/** How many agents are above it. */
	readonly depth?: number;
	/** Names of agents. */
	readonly spawns?: "*" | readonly string[];
}

/** A conversation of the user's, as the host of its agents needs it. */
export interface AgentParent extends SpawnLimits {
	readonly conversation: Conversation;
	readonly cwd: () => string;
	/** Its agents may change nothing in the project. */
	readonly isTreeReadOnly: () => boolean;
	/** What project and user tell the model. */
	readonly facts: () => Promise<SessionFacts>;
	/** The agent files of the folder, as far as they were read. */
	readonly files: () => readonly AgentFile[];
}

/** Sub-agents, as a workbench knows them. Nothing of it is loaded before the first one. */
export interface AgentHost {
	/** What the tools of a conversation of the user's can do with agents. */
	serviceFor(parent: AgentParent): AgentService;
	/** The agents of a conversation as far as they are known; those of an earlier run are loaded in the background. */
	overview(conversation: Conversation): readonly AgentOverview[];
	/** What happens to agents, on the channels `task:subagent:*`; gives the function that ends it. */
	listen(listener: (channel: string, data: Readonly<Record<string, unknown>>) => void): () => void;
	/** Called when an agent comes, goes or changes; gives the function that ends it. */
	onChange(listener: () => void): () => void;
	/** What the user can do with the agents of a conversation; also finds those of an earlier run. */
	control(conversation: Conversation): Promise<AgentControl>;
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

/** An agent in a list. */
export interface AgentOverview {
	readonly id: string;
	readonly parentId: string;
	/** Name of its definition. */
	readonly agent: string;
	readonly status: "running" | "idle" | "parked" | "aborted";
	/** Its task in a few words. */
	readonly description: string;
	/** What it does just now. */
	readonly activity?: string;
	readonly model?: string;
	readonly contextTokens?: number;
	readonly contextWindow?: number;
	/** USD. */
	readonly cost: number;
	readonly tokens: number;
	readonly requests: number;
	readonly toolCount: number;
	readonly durationMs: number;
	readonly lastActivityMs: number;
}

export interface AgentControl {
	readonly agents: () => readonly AgentOverview[];
	readonly messages: (id: string) => Promise<readonly AgentMessage[]>;
	/** Its conversation while that is open. */
	readonly conversation: (id: string) => Conversation | undefined;
	/** The reply that it is writing, as far as it has arrived. */
	readonly reply: (id: string) => AssistantMessage | undefined;
	/** Says something to an agent as the user, between two steps or after its work; it is woken or revived for that. */
	readonly say: (id: string, text: string, as?: "steer" | "follow_up") => Promise<void>;
	/** Ends what it does now; it stays. */
	readonly interrupt: (id: string) => void;
	/** False when that is not possible. */
	readonly revive: (id: string) => Promise<boolean>;
	readonly kill: (id: string) => Promise<void>;
}
