import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Shell } from "@oh-my-pi/pi-natives/shell";
import { bashTool } from "./bash/bash.ts";
import { readTool } from "./read/read.ts";

/** Everything the built-in tools need; each gets its part. */
export interface ToolPorts {
	readonly cwd: () => string;
	readonly home: string;
	readonly now: () => number;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly shell: Shell;
	readonly readDefaultLimit: number;
	readonly bashTimeoutSeconds: number;
}

export function builtInTools(ports: ToolPorts): AgentTool[] {
	return [
		readTool({ ...ports, defaultLimit: ports.readDefaultLimit }),
		bashTool({ ...ports, defaultTimeoutSeconds: ports.bashTimeoutSeconds }),
	];
}
