import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { type AdvicePort, type Severity, severities } from "../services/agent-service.ts";
import type { ToolServices } from "../services/services.ts";
import prompt from "./prompt.md" with { type: "text" };

const traits: ToolTraits = {
	name: "advise",
	handsIn: "advice",
	effects: [],
	view: async () => (await import("./view.ts")).adviseView,
};

/** Only advisors have it: nothing else is given a port. */
export const advise: BuiltInTool = {
	...traits,
	sample: async () => (await import("./sample.data.ts")).adviseSample,
	create: ({ advice }: Pick<ToolServices, "advice">) => advice && adviseTool(advice),
};

export interface AdviseDetails {
	readonly severity: Severity;
	readonly isDelivered: boolean;
}

const parameters = {
	type: "object",
	properties: {
		note: { type: "string", minLength: 1, description: "What the agent should know, in one or two sentences" },
		severity: { type: "string", enum: severities, description: "nit by default" },
	},
	required: ["note"],
	additionalProperties: false,
} as const;

export function adviseTool(port: AdvicePort) {
	return defineTool<typeof parameters, AdviseDetails>({
		...traits,
		label: "Advise",
		prompt: prompt.trim(),
		parameters,
		approval: "read",
		concurrency: "exclusive",
		async execute({ note, severity = "nit" }) {
			const { text, isDelivered } = port.submit(note, severity);
			// One note per update: there is nothing left to ask the model for.
			return { content: text, details: { severity, isDelivered }, endsRun: true };
		},
	});
}
