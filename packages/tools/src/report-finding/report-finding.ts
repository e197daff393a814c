import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { ToolServices } from "../services/services.ts";
import prompt from "./prompt.md" with { type: "text" };

const traits: ToolTraits = {
	name: "report_finding",
	effects: [],
	handsIn: "finding",
	view: async () => (await import("./view.ts")).findingView,
};

export const reportFinding: BuiltInTool = {
	...traits,
	sample: async () => (await import("./sample.data.ts")).reportFindingSample,
	create: ({ agents }: Pick<ToolServices, "agents">) =>
		agents?.result?.takesFindings ? reportFindingTool() : undefined,
};

/** The call itself is the record: whoever runs the agent collects its details. */
export function reportFindingTool() {
	return defineTool({
		...traits,
		label: "Finding",
		prompt: prompt.trim(),
		parameters: {
			type: "object",
			properties: {
				title: { type: "string" },
				body: { type: "string", description: "What is wrong, when it happens, what follows" },
				priority: { type: "string", enum: ["P0", "P1", "P2", "P3"] },
				confidence: { type: "number", minimum: 0, maximum: 1 },
				file_path: { type: "string" },
				line_start: { type: "integer", minimum: 1 },
				line_end: { type: "integer", minimum: 1 },
			},
			required: ["title", "body", "priority", "confidence", "file_path", "line_start", "line_end"],
			additionalProperties: false,
		} as const,
		approval: "read",
		loadMode: "hidden",
		execute: async (finding) => ({
			content: `Finding recorded: [${finding.priority}] ${finding.title}`,
			details: finding,
		}),
	});
}
