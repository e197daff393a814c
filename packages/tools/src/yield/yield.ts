import { defineTool, type ToolOutput, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
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
		normalize: ({ result, ...rest }) => ({ ...rest, ...(result !== undefined && { result: parsedIfObject(result) }) }),
		approval: "read",
		concurrency: "exclusive",
		loadMode: "hidden",
		execute: async (params: Readonly<Record<string, unknown>>): Promise<ToolOutput<YieldDetails>> =>
			port.submit(params),
	});
}

/** A result that came as JSON text; any other text is a result by itself. */
function parsedIfObject(result: unknown): unknown {
	if (typeof result !== "string") return result;
	try {
		const parsed: unknown = JSON.parse(result);
		return isRecord(parsed) ? parsed : result;
	} catch {
		// Words, which the port answers.
		return result;
	}
}
