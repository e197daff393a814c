import { defineTool, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CheckpointDeps } from "./checkpoint.ts";
import prompt from "./rewind.prompt.md" with { type: "text" };

export interface RewindDetails {
	readonly report: string;
	readonly rewound: true;
}

const parameters = {
	type: "object",
	properties: { report: { type: "string", description: "All you will remember" } },
	required: ["report"],
	additionalProperties: false,
} as const;

/** Asks for the rewind; whoever owns the conversation carries it out when the turn has ended. */
export function rewindTool(deps: Pick<CheckpointDeps, "open">) {
	return defineTool<typeof parameters, RewindDetails>({
		name: "rewind",
		label: "Rewind",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
		noIntent: true,
		async execute({ report }) {
			if (!deps.open()) throw new ToolError("No active checkpoint.");
			const kept = report.trim();
			if (kept === "") throw new ToolError("Report cannot be empty.");
			return {
				content: "Rewind requested.\nReport captured for context replacement.",
				details: { report: kept, rewound: true },
			};
		},
	});
}
