import type { AgentService, PeerRow, SchemaMode } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../../conversation/conversation.ts";
import type { AgentParent } from "../../workbench/agent-host.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import type { SpawnPolicy } from "../definition/agent-definition.ts";
import type { Isolate } from "./isolated-copy.ts";
import type { Member } from "./member.ts";
import type { Slots } from "./run-limit.ts";

/** A conversation that may start agents, and its limits. */
export interface ParentSeat extends AgentParent {
	/** 0 for the user's conversation. */
	readonly depth: number;
	readonly spawns: SpawnPolicy;
	readonly schema?: { readonly schema: Readonly<Record<string, unknown>>; readonly mode: SchemaMode } | undefined;
}

export interface TeamPorts {
	/** An agent came, went or changed. */
	readonly whenChanged?: () => void;
	readonly emit: (channel: string, data: Readonly<Record<string, unknown>>) => void;
	/** The tools of a sub-agent, for those below it and beside it. */
	readonly serviceFor: (seat: ParentSeat) => AgentService;
}

/** The team, as those see it who start and reopen agents. */
export interface TeamPort extends TeamPorts {
	readonly workbench: Workbench;
	/** Makes copies of the project. */
	readonly isolate: Isolate;
	/** The user's conversation above one. */
	topOf(conversation: Conversation): Conversation;
	find(id: string): Member | undefined;
	/** The user's conversation and its agents. */
	peers(top: Conversation): PeerRow[];
	allocateId(seat: ParentSeat, wanted: string | undefined): string;
	/** Counts agents that run at once, by parent. */
	slotsOf(parentId: string): Slots;
	/** These will start soon; what is sent to them waits. */
	expect(ids: readonly string[]): void;
	add(member: Member): void;
	/** Follows an agent that was opened: its status, its messages, and its time to be parked. */
	follow(member: Member): void;
	/** The agent has nothing to do now. */
	settle(member: Member): void;
	/** Closes the conversation of an agent. */
	close(member: Member, status: "aborted" | "parked"): Promise<void>;
	changed(): void;
}
