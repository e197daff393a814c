import { type BashToolOptions, createBashTool } from "./bash-tool.ts";
import { createEditTool, type EditToolOptions } from "./edit-tool.ts";
import type { FolderTool } from "./folder-tool.ts";
import { createReadTool, type ReadToolOptions } from "./read-tool.ts";
import {
	createFindTool,
	createGrepTool,
	createLsTool,
	type FindToolOptions,
	type GrepToolOptions,
	type LsToolOptions,
} from "./search-tools.ts";
import { createWriteTool, type WriteToolOptions } from "./write-tool.ts";

/** Options for each tool of a set, by its name. */
export interface ToolsOptions {
	readonly read?: ReadToolOptions | undefined;
	readonly bash?: BashToolOptions | undefined;
	readonly edit?: EditToolOptions | undefined;
	readonly write?: WriteToolOptions | undefined;
	readonly grep?: GrepToolOptions | undefined;
	readonly find?: FindToolOptions | undefined;
	readonly ls?: LsToolOptions | undefined;
}

/** Any of them; a list cannot name the parameters of each. */
export type AnyFolderTool = FolderTool<never>;

/** The tools that change a folder: read, bash, edit, write. */
export function createCodingTools(cwd: string, options?: ToolsOptions): AnyFolderTool[] {
	const { read, bash, edit, write } = createAllTools(cwd, options);
	return [read, bash, edit, write];
}

/** The tools that only look: read, grep, find, ls. */
export function createReadOnlyTools(cwd: string, options?: ToolsOptions): AnyFolderTool[] {
	const { read, grep, find, ls } = createAllTools(cwd, options);
	return [read, grep, find, ls];
}

export function createAllTools(cwd: string, options: ToolsOptions = {}) {
	return {
		read: createReadTool(cwd, options.read),
		bash: createBashTool(cwd, options.bash),
		edit: createEditTool(cwd, options.edit),
		write: createWriteTool(cwd, options.write),
		grep: createGrepTool(cwd, options.grep),
		find: createFindTool(cwd, options.find),
		ls: createLsTool(cwd, options.ls),
	};
}
