import type { Capability, Level } from "../contract/capability.ts";

/** A file in a `tools` folder. Modules are loaded as tools, Markdown and JSON only describe one. */
export interface ToolFile {
	readonly name: string;
	readonly path: string;
	readonly description?: string;
	/** Absent for a description. */
	readonly implementation?: "module" | "script";
	readonly level: Exclude<Level, "native">;
}

export const toolFiles: Capability<ToolFile> = {
	id: "tools",
	displayName: "Custom tools",
	description: "Tools of the user and the project",
	// Listed without being run; whoever loads one asks the gate about its content.
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name }) => (name === "" ? "has no name" : undefined),
	extensionId: ({ name }) => `tool:${name}`,
};
