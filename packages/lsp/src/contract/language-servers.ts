import type { LanguageClient } from "./language-client.ts";
import type { Diagnostic } from "./protocol.ts";
import type { ServerDefinition } from "./server-definition.ts";

/** The language servers of one project folder. Each is started when it is first needed and ends when idle, and with omp. */
export interface LanguageServers {
	/** The project folder. */
	readonly root: string;
	readonly definitions: readonly ServerDefinition[];
	/** Those for a file, type servers before linters. */
	forFile(path: string): readonly ServerDefinition[];
	/**
	 * The running server; starts it first if it has to. Throws a `ServerError` with the reason when it cannot be started, and for
	 * three minutes after it failed to, or after it was given up, without trying again.
	 */
	client(definition: ServerDefinition, options: { readonly signal: AbortSignal }): Promise<LanguageClient>;
	/** The server if it runs and is ready. */
	runningClient(name: string): LanguageClient | undefined;
	/** What a linter program says about a file; for definitions with a `linterProgram`. */
	lint(
		definition: ServerDefinition,
		path: string,
		text: string,
		options: { readonly signal: AbortSignal },
	): Promise<LintResult>;
	/** The text as a linter program formats it; `undefined` when it does not. */
	formatWithLinter(
		definition: ServerDefinition,
		path: string,
		text: string,
		options: { readonly signal: AbortSignal },
	): Promise<string | undefined>;
	states(): readonly ServerState[];
	/** Asks the server to read its settings again, or ends it so that the next use starts it anew; forgets earlier failures. */
	reload(name: string, options: { readonly signal: AbortSignal }): Promise<"reloaded" | "restarted">;
	[Symbol.asyncDispose](): Promise<void>;
}

export type LintResult = readonly Diagnostic[];

export interface ServerState {
	readonly name: string;
	readonly state: "not started" | "starting" | "ready" | "failed" | "stopped";
	readonly pid?: number;
	readonly residentBytes?: number;
	/** Why it failed or was stopped. */
	readonly problem?: string;
	/** What it is loading, as it says. */
	readonly progress?: string;
	readonly openFiles: number;
	/** The last of its log messages and of its error output. */
	readonly log: string;
}
