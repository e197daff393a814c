export const askName = "ask";

/** Whether a tool is the one that asks the user. */
export function isAsk(toolName: string): boolean {
	return toolName === askName;
}

export interface AskOption {
	readonly label: string;
	readonly description?: string;
	/** More to look at before deciding, for front ends that have room. */
	readonly preview?: string;
}

export interface AskQuestion {
	readonly id: string;
	readonly question: string;
	readonly options: readonly AskOption[];
	readonly multi?: boolean;
	/** Index of the option the model would take. */
	readonly recommended?: number;
	/** A word or two that stand for the question. */
	readonly header?: string;
}

export interface AskAnswer {
	readonly id: string;
	/** Labels as the model gave them. */
	readonly selected: readonly string[];
	/** The user's own words in place of an option. */
	readonly customInput?: string;
	/** Something the user adds to the answer. */
	readonly note?: string;
	readonly timedOut?: boolean;
}

export type AskOutcome =
	| { readonly kind: "answered"; readonly answers: readonly AskAnswer[] }
	/** The user wants to talk about it first. */
	| { readonly kind: "chat" }
	| { readonly kind: "cancelled"; readonly during?: "input" };

/** Puts questions to the user; a front end that can ask supplies it. */
export type QuestionPort = (
	questions: readonly AskQuestion[],
	options: {
		readonly signal: AbortSignal;
		/** After this long without a touch the front end answers with `automaticAnswer`; 0 waits for ever. */
		readonly timeoutSeconds: number;
	},
) => Promise<AskOutcome>;

/** What front ends add to the options, so no option may be called that. */
export const otherLabel = "Other (type your own)";
export const doneLabel = "Done selecting";
export const chatLabel = "Chat about this";
export const nextLabel = "Next →";
export const recommendedSuffix = " (Recommended)";
export const reservedLabels: readonly string[] = [otherLabel, doneLabel, chatLabel, nextLabel];

/** The answer given in the user's place: what the model recommends, else the first option. */
export function automaticAnswer({ id, options, recommended }: AskQuestion): AskAnswer {
	const option = options[recommended ?? 0] ?? options[0];
	return { id, selected: option ? [option.label] : [], timedOut: true };
}
