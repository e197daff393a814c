import { defineTool, type ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Shell } from "@oh-my-pi/pi-natives/shell";
import { type BashDetails, executeBash } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };

export interface BashDeps {
	readonly shell: Shell;
	/** The session's folder, asked anew for each call. */
	readonly cwd: () => string;
	/** What commands inherit; the owner has taken out what they have no use for. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	readonly defaultTimeoutSeconds: number;
}

const parameters = {
	type: "object",
	properties: {
		command: { type: "string", description: "Command text" },
		env: { type: "object", additionalProperties: { type: "string" }, description: "Extra variables" },
		timeout: { type: "number", description: "Seconds until it is stopped; 0 = never" },
		cwd: { type: "string", description: "Folder to run in" },
	},
	required: ["command"],
	additionalProperties: false,
} as const;

export function bashTool(deps: BashDeps) {
	return defineTool({
		name: "bash",
		label: "Bash",
		prompt,
		parameters,
		approval: "exec",
		approvalDetails: (params) => [`Command: ${params.command}`],
		loadMode: "essential",
		execute: (params, call: ToolCallContext<BashDetails>) => executeBash(params, call, deps),
	});
}
