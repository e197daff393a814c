import { defineTool, type ToolOutput, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { ResultPort, YieldDetails } from "../services/agent-service.ts";
import type { ToolServices } from "../services/services.ts";
import prompt from "./prompt.md" with { type: "text" };

const traits: ToolTraits = {
	name: "yield",
	aliases: ["submit_result"],
	effects: [],
	handsIn: "result",
	view: async () => (await import("./view.ts")).yieldView,
};

export const yieldResult: BuiltInTool = {
	...traits,
	sample: async () => (await import("./sample.data.ts")).yieldSample,
	create: ({ agents }: Pick<ToolServices, "agents">) => (agents?.result ? yieldTool(agents.result) : undefined),
};

export function yieldTool(port: ResultPort) {
	const data = port.schema ?? { description: "The result" };
	return defineTool({
		...traits,
		label: "Yield",
		prompt: prompt.trim(),
		parameters: {
			type: "object",
			properties: {
				result: { type: "object", properties: { data, error: { type: "string" } } },
				type: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
			},
			required: ["result"],
		},
		// The port checks the data and says what does not fit.
		hiddenParameters: { result: {}, type: {}, status: {}, data: {}, error: {} },
		lenientArguments: true,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "hidden",
		execute: async (params: Readonly<Record<string, unknown>>): Promise<ToolOutput<YieldDetails>> =>
			port.submit(params),
	});
}
