import type { Tool } from "../../message.ts";
import type { TextScanner } from "./scanner.ts";

export interface WrittenCall {
	readonly name: string;
	readonly arguments: Readonly<Record<string, unknown>>;
	/** Sequence number of the call in the conversation, from 0. */
	readonly number: number;
}

export interface WrittenResult {
	readonly call: WrittenCall;
	readonly text: string;
	readonly isError: boolean;
}

/** A way to write tool calls and their results as plain text. */
export interface Dialect {
	readonly name: string;
	/** The models trained on it. */
	readonly family: RegExp;
	/** Instructions besides the example. */
	readonly hint?: string;
	renderCalls(calls: readonly WrittenCall[]): string;
	renderResults(results: readonly WrittenResult[]): string;
	/** Finds the calls in the model's text. */
	scanner(tools: readonly Tool[]): TextScanner;
}
