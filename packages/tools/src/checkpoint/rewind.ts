import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { Checkpoints } from "../services/checkpoints.ts";
import type { ToolServices } from "../services/services.ts";
import { checkpointName, rewindName, withheldText } from "./results.ts";
import prompt from "./rewind.prompt.md" with { type: "text" };
import { checkpointSettings } from "./settings.ts";

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

const traits: ToolTraits = {
	name: rewindName,
	effects: [],
	switch: checkpointSettings.enabled,
	companions: [checkpointName],
	view: async () => (await import("./view.ts")).rewindView,
};

export const rewind: BuiltInTool = {
	...traits,
	summary: "Return to the checkpoint with a report",
	sample: async () => (await import("./sample.data.ts")).rewindSample,
	create: ({ checkpoints }: Pick<ToolServices, "checkpoints">) => ({
		...rewindTool(checkpoints),
		unavailableReason: () => (checkpoints.isWithheld?.(rewindName) ? withheldText : undefined),
	}),
};

/** Asks for the rewind; whoever owns the conversation carries it out when the turn has ended. */
export function rewindTool(deps: Pick<Checkpoints, "open">) {
	return defineTool<typeof parameters, RewindDetails>({
		...traits,
		label: "Rewind",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
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
