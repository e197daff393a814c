import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { UsageStatistics } from "@oh-my-pi/pi-session/tree/usage-totals";
import type { AgentProgress, PeerRow } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { outputPathOf } from "./subagent-log.ts";
import {
	findTransition,
	type SubagentEvent,
	type SubagentState,
	subagentStates,
	type Transition,
} from "./transitions.ts";

export type SubagentStatus = PeerRow["status"];

/** Who a sub-agent is. */
export interface SubagentIdentity {
	readonly id: string;
	readonly parentId: string;
	/** The user's conversation that it works for. */
	readonly top: Conversation;
	/** Name of its definition. */
	readonly agent: string;
	readonly description: string;
	/** Works in a copy that is gone afterwards, so it cannot be revived. */
	readonly isIsolated?: boolean;
	readonly lastActivityMs: number;
}

/** Ends the first run of an agent, for good unless it may stay. */
export type StopRun = (reason: string, options?: { readonly stays?: boolean }) => void;

/** A sub-agent of this process: queued, alive, parked on disk, or over. Its state changes only by events. */
export class Subagent {
	readonly id: string;
	readonly parentId: string;
	readonly top: Conversation;
	readonly agent: string;
	readonly description: string;
	readonly isIsolated: boolean;
	/** Its log; absent before it starts and for an in-memory session. */
	sessionFile?: string;
	/** While its conversation is open. */
	opened?: OpenedConversation;
	/** While it works on its task. */
	stop?: StopRun;
	/** What it handed in, where there is no file. */
	output?: string;
	/** The last thing known of its work. */
	progress?: AgentProgress;
	/** What all its runs have used, once it is closed. */
	used?: Pick<UsageStatistics, "cost" | "totalTokens">;
	/** What it does just now. */
	activity?: string;
	/** Why it waits to ask its model again. */
	retry?: string;
	/** What it is saying, as far as it has arrived. */
	reply?: AssistantMessage;
	lastActivityMs: number;
	#state: SubagentState;

	constructor(identity: SubagentIdentity, state: SubagentState = "queued") {
		this.id = identity.id;
		this.parentId = identity.parentId;
		this.top = identity.top;
		this.agent = identity.agent;
		this.description = identity.description;
		this.isIsolated = identity.isIsolated ?? false;
		this.lastActivityMs = identity.lastActivityMs;
		this.#state = state;
	}

	get state(): SubagentState {
		return this.#state;
	}

	/** Its state, as others see it. */
	get status(): SubagentStatus {
		return subagentStates[this.#state].status;
	}

	/** The file of its output. */
	get outputPath(): string | undefined {
		return this.sessionFile === undefined ? undefined : outputPathOf(this.sessionFile);
	}

	/** Changes the state by the table of transitions; `undefined`, and no change, when the event cannot happen now. */
	apply(event: SubagentEvent): Transition | undefined {
		const transition = findTransition(this.#state, event);
		if (transition) this.#state = transition.to;
		return transition;
	}
}
