import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";

/** A language server as the table and config files describe it; whether it can be started shows in a project. */
export interface ServerRow
	extends Pick<
		ServerDefinition,
		| "name"
		| "args"
		| "fileTypes"
		| "languageId"
		| "initOptions"
		| "settings"
		| "isLinter"
		| "isProjectAware"
		| "linterProgram"
		| "warmupTimeoutMs"
		| "readyTimings"
	> {
	/** A name to look for, or a path. */
	readonly command: string;
	/** A project with one of these files or folders is one for this server; `*` stands for a part of the name. */
	readonly rootMarkers: readonly string[];
	/** The server finds the projects below its root by itself, or knows files one by one. */
	readonly isOutermost?: boolean;
	/** A folder with a marker and one of these is the root of all projects below it. */
	readonly joinedBy?: readonly JoinedBy[];
	/** With one of these in the project, the server runs code of the project: compilers, plugins, build scripts. */
	readonly runsProject?: readonly string[];
	/** How the program is installed. */
	readonly install?: string;
}

/** A file, and what it has to say. */
export interface JoinedBy {
	readonly file: string;
	readonly text?: RegExp;
}
