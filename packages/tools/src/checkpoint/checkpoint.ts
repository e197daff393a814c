import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { Checkpoints, OpenCheckpoint } from "../services/checkpoints.ts";
import type { ToolServices } from "../services/services.ts";
import prompt from "./prompt.md" with { type: "text" };
import { checkpointName, rewindName, withheldText } from "./results.ts";
import { checkpointSettings } from "./settings.ts";

const parameters = {
	type: "object",
	properties: { goal: { type: "string", description: "What you want to find out" } },
	required: ["goal"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: checkpointName,
	effects: [],
	switch: checkpointSettings.enabled,
	companions: [rewindName],
	view: async () => (await import("./view.ts")).checkpointView,
};

export const checkpoint: BuiltInTool = {
	...traits,
	summary: "Set a checkpoint",
	sample: async () => (await import("./sample.data.ts")).checkpointSample,
	settings: [checkpointSettings],
	create: ({ checkpoints }: Pick<ToolServices, "checkpoints">) => ({
		...checkpointTool(checkpoints),
		unavailableReason: () => (checkpoints.isWithheld?.(checkpointName) ? withheldText : undefined),
	}),
};

export function checkpointTool(deps: Checkpoints) {
	return defineTool<typeof parameters, OpenCheckpoint>({
		...traits,
		label: "Checkpoint",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
		async execute({ goal }) {
			if (deps.open()) throw new ToolError("Checkpoint already active.");
			const content = [
				"Checkpoint created.",
				`Goal: ${goal}`,
				"Run your investigation, then call rewind with a concise report.",
			].join("\n");
			return { content, details: { goal, startedAt: new Date(deps.now()).toISOString() } };
		},
	});
}
