import { basename } from "node:path";
import type { Capability, Level } from "../contract/capability.ts";

/** A file with instructions for agents. */
export interface ContextFile {
	readonly path: string;
	readonly content: string;
	readonly level: Exclude<Level, "native">;
	/** For a project file: levels above the working directory. */
	readonly depth?: number;
}

export const contextFiles: Capability<ContextFile> = {
	id: "context-files",
	displayName: "Context files",
	description: "Instructions that go into the opening prompt",
	trust: "text",
	key: ({ level, depth }) => (level === "user" ? "user" : `project:${depth ?? 0}`),
	validate: ({ path }) => (path === "" ? "has no path" : undefined),
	extensionId: ({ level, path }) => `context-file:${level}:${basename(path)}`,
};
