import type { CommandRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import type { DebugService } from "../../services/debug-service.ts";
import type { WorkspaceService } from "../../services/services.ts";

export interface DebugDeps {
	readonly debugging: DebugService;
	readonly workspace: WorkspaceService;
	readonly commandRules?: () => readonly CommandRule[];
	/** The user's cap on all tools; 0 is none. */
	readonly maxTimeoutSeconds?: number;
}
