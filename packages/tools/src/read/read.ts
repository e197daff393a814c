import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { executeRead } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };

export interface ReadDeps {
	readonly cwd: () => string;
	readonly home: string;
	readonly now: () => number;
	/** Lines shown when the call names no range. */
	readonly defaultLimit: number;
}

const parameters = {
	type: "object",
	properties: { path: { type: "string", description: "File or folder, with an optional line selector" } },
	required: ["path"],
	additionalProperties: false,
} as const;

export function readTool(deps: ReadDeps) {
	return defineTool({
		name: "read",
		label: "Read",
		prompt,
		parameters,
		approval: "read",
		loadMode: "essential",
		execute: (params) => executeRead(params.path, deps),
	});
}
