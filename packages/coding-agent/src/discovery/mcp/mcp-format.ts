/** Where a file has its servers, and how it writes them. */
export type McpFormat = "mcpServers" | "codex" | "gemini" | "opencode" | "vscode";

export interface McpOptions {
	readonly format?: McpFormat;
	/** Only the first file of a level that exists counts. */
	readonly isFirstOnly?: boolean;
	/** Fills in `${VAR}` and `${VAR:-default}`. */
	readonly variables?: Readonly<Record<string, string | undefined>>;
	/** Takes `"true"` and `"30"` for what they mean. */
	readonly coerces?: boolean;
	/** The name omp gives a server. */
	readonly named?: (name: string) => string;
}
