import type { SchemaMode } from "@oh-my-pi/pi-tools/services/agent-service";
import type { AgentParent } from "../../workbench/contract/agent-host.ts";
import type { SpawnPolicy } from "../definition/agent-definition.ts";

/** A conversation that may start agents, and its limits. */
export interface SpawnContext extends AgentParent {
	/** 0 for the user's conversation. */
	readonly depth: number;
	readonly spawns: SpawnPolicy;
	readonly schema?: { readonly schema: Readonly<Record<string, unknown>>; readonly mode: SchemaMode } | undefined;
}
