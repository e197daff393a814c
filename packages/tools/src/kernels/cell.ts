export type EvalLanguage = "py" | "js";

export interface Cell {
	readonly language: EvalLanguage;
	readonly code: string;
	readonly title?: string;
	readonly timeout?: number;
	readonly reset?: boolean;
}
