import { createBashTool } from "./bash-tool.ts";
import { createEditTool } from "./edit-tool.ts";
import type { FolderTool } from "./folder-tool.ts";
import { createReadTool } from "./read-tool.ts";
import { createFindTool, createGrepTool, createLsTool } from "./search-tools.ts";
import type { AnyFolderTool } from "./tool-sets.ts";
import { createWriteTool } from "./write-tool.ts";

/** Where a tool works. */
export interface ToolSession {
	readonly cwd: string;
}

type ToolClass<Params> = new (session: ToolSession) => FolderTool<Params>;

/** A class whose instances are the tool of a folder. */
function toolClass<Params>(create: (cwd: string) => FolderTool<Params>): ToolClass<Params> {
	return class {
		declare readonly name: string;
		declare readonly label: string;
		declare readonly description: string;
		declare readonly parameters: unknown;
		declare readonly execute: FolderTool<Params>["execute"];
		constructor({ cwd }: ToolSession) {
			Object.assign(this, create(cwd));
		}
	};
}

export const ReadTool = toolClass((cwd) => createReadTool(cwd));
export const WriteTool = toolClass((cwd) => createWriteTool(cwd));
export const EditTool = toolClass((cwd) => createEditTool(cwd));
export const BashTool = toolClass((cwd) => createBashTool(cwd));
export const GrepTool = toolClass((cwd) => createGrepTool(cwd));
export const FindTool = toolClass((cwd) => createFindTool(cwd));
export const LsTool = toolClass((cwd) => createLsTool(cwd));

/** The tools that a program can use without a session, by name. */
export const BUILTIN_TOOLS: Readonly<Record<string, (session: ToolSession) => AnyFolderTool>> = {
	read: (session) => new ReadTool(session),
	bash: (session) => new BashTool(session),
	edit: (session) => new EditTool(session),
	write: (session) => new WriteTool(session),
	grep: (session) => new GrepTool(session),
	find: (session) => new FindTool(session),
	ls: (session) => new LsTool(session),
};

/** All of them, or those that are named. */
export function createTools(session: ToolSession, names = Object.keys(BUILTIN_TOOLS)): AnyFolderTool[] {
	return names.map((name) => {
		const create = BUILTIN_TOOLS[name];
		if (!create) throw new Error(`Unknown tool "${name}"; there are ${Object.keys(BUILTIN_TOOLS).join(", ")}`);
		return create(session);
	});
}
