import type { Tool } from "../message.ts";
import type { TextScanner } from "./scanner.ts";

export interface WrittenCall {
	readonly name: string;
	readonly arguments: Readonly<Record<string, unknown>>;
	/** Counts the calls of the conversation, from 0. */
	readonly number: number;
}

export interface WrittenResult {
	readonly call: WrittenCall;
	readonly text: string;
	readonly isError: boolean;
}

/** A way to write tool calls and their results in plain text. */
export interface Dialect {
	readonly name: string;
	/** The models that were taught it. */
	readonly family: RegExp;
	/** What a writer must know besides the example. */
	readonly hint?: string;
	renderCalls(calls: readonly WrittenCall[]): string;
	renderResults(results: readonly WrittenResult[]): string;
	/** Finds the calls in what the model writes. */
	scanner(tools: readonly Tool[]): TextScanner;
}
