import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type AskDetails, executeAsk } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import type { QuestionPort } from "./question.ts";

export interface AskDeps {
	/** Absent while nobody is there to be asked. */
	readonly port: () => QuestionPort | undefined;
	/** Seconds until an answer is taken for the user; 0 waits for ever. */
	readonly timeoutSeconds: () => number;
	/** Ends the run under way. */
	readonly stopRun: () => void;
}

const parameters = {
	type: "object",
	properties: {
		questions: {
			type: "array",
			items: {
				type: "object",
				properties: {
					id: { type: "string" },
					question: { type: "string" },
					header: { type: "string", description: "A word or two" },
					options: {
						type: "array",
						items: {
							type: "object",
							properties: {
								label: { type: "string" },
								description: { type: "string" },
								preview: { type: "string", description: "Code or a sketch to compare" },
							},
							required: ["label"],
							additionalProperties: false,
						},
					},
					multi: { type: "boolean" },
					recommended: { type: "integer", description: "Index from 0" },
				},
				required: ["id", "question", "options"],
				additionalProperties: false,
			},
		},
	},
	required: ["questions"],
	additionalProperties: false,
} as const;

export function askTool(deps: AskDeps) {
	return defineTool<typeof parameters, AskDetails>({
		name: "ask",
		label: "Ask",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
		execute: ({ questions }, call) => executeAsk(questions, call.signal, deps),
	});
}
