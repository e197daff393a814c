import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { askName, type QuestionPort } from "../services/question.ts";
import type { ToolServices } from "../services/services.ts";
import { type AskDetails, askUnavailable, executeAsk } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { askSettings, askSwitchSettings } from "./settings.ts";

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

const traits: ToolTraits = {
	name: askName,
	aliases: ["ask_user", "ask_user_question", "ask_followup_question"],
	effects: [],
	switch: askSwitchSettings.enabled,
	waitsForUser: true,
	view: async () => (await import("./view.ts")).askView,
};

export const ask: BuiltInTool = {
	...traits,
	summary: "Ask you a question",
	sample: async () => (await import("./sample.data.ts")).askSample,
	settings: [askSwitchSettings, askSettings],
	create: ({ settings, questions }: Pick<ToolServices, "settings" | "questions">) =>
		askTool({
			...questions,
			timeoutSeconds: askTimeout({ settings, questions }),
		}),
};

/** Seconds until the recommended answer is taken for the user; 0 waits for ever. */
export function askTimeout({ settings, questions }: Pick<ToolServices, "settings" | "questions">): () => number {
	return () => (questions.mustWait() ? 0 : settings.get(askSettings.timeout));
}

/** One question at the top, options that are only labels, questions without an id. */
const adapt = adapter({
	names: { choices: "options", answers: "options", multi_select: "multi", prompt: "question" },
	more: ({ questions, question, options, header, multi, recommended }) => {
		const top = { question, options, header, multi, recommended };
		const rawQuestions = questions === undefined && typeof question === "string" ? [top] : questions;
		if (!Array.isArray(rawQuestions)) return undefined;
		const taken = questions === undefined ? Object.keys(definedIn(top)) : ["questions"];
		return { taken, meaning: { questions: rawQuestions.map(completeQuestion) } };
	},
});

function completeQuestion(raw: unknown, index: number): unknown {
	if (typeof raw !== "object" || raw === null) return raw;
	const { options, multiSelect, ...rest } = definedIn(raw);
	const labels = Array.isArray(options)
		? options.map((option: unknown) => (typeof option === "string" ? { label: option } : option))
		: options;
	return definedIn({ id: `q${index + 1}`, multi: multiSelect, ...rest, options: labels });
}

function definedIn(fields: object): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function askTool(deps: AskDeps) {
	return defineTool<typeof parameters, AskDetails>({
		...traits,
		label: "Ask",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
		adapt,
		unavailableReason: () => (deps.port() ? undefined : askUnavailable),
		execute: ({ questions }, call) => executeAsk(questions, call.signal, deps),
	});
}
