/** A language server that can be started: its program was found and may be run. */
export interface ServerDefinition {
	readonly name: string;
	/** Absolute path of the program. */
	readonly command: string;
	readonly args: readonly string[];
	/** The folder of its project, below that of the pool; the pool's by default. */
	readonly root?: string;
	/** The name without what tells several roots apart. */
	readonly base?: string;
	/** `.ts`, or a whole name such as `Dockerfile`. */
	readonly fileTypes: readonly string[];
	/** What all its files are opened as, where the name of the file does not tell. */
	readonly languageId?: string;
	/** Sent with `initialize`. */
	readonly initOptions?: unknown;
	/** By section, as `workspace/configuration` asks for them: `{ css: { validate: true } }`. */
	readonly settings?: Readonly<Record<string, unknown>>;
	/** Only reports problems; navigation and renames never go to it. */
	readonly isLinter?: boolean;
	/** Loads a whole project before it answers well, so a symbol must be named and loading is waited for. */
	readonly isProjectAware?: boolean;
	/** A program that is run for each file, in place of a server. */
	readonly linterProgram?: "biome" | "swiftlint";
	readonly warmupTimeoutMs?: number;
	readonly readyTimings?: {
		readonly timeoutMs?: number;
		readonly pollMs?: number;
		readonly settleMs?: number;
		readonly statusRequestTimeoutMs?: number;
	};
}

/** Whether a server is for a file, by its extension or its whole name. */
export function isForFile({ fileTypes }: Pick<ServerDefinition, "fileTypes">, path: string): boolean {
	const name = path.slice(path.lastIndexOf("/") + 1);
	return fileTypes.some((type) => (type.startsWith(".") ? name.endsWith(type) : name === type));
}
