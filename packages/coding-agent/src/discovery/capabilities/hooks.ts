import type { Capability, Level } from "../contract/capability.ts";

/** A file in a `hooks` folder. Modules run; shell scripts are only listed. */
export interface HookFile {
	/** The file name. */
	readonly name: string;
	readonly path: string;
	readonly type: "pre" | "post";
	/** The file name without its ending. */
	readonly tool: string;
	readonly level: Exclude<Level, "native">;
}

export const hookFiles: Capability<HookFile> = {
	id: "hooks",
	displayName: "Hooks",
	description: "Programs that run before and after tools",
	// Listed without being run; whoever loads one asks the gate about its content.
	trust: "text",
	key: ({ type, tool, name }) => `${type}:${tool}:${name}`,
	validate: ({ name }) => (name === "" ? "has no name" : undefined),
	extensionId: ({ type, tool, name }) => `hook:${type}:${tool}:${name}`,
};
