import { basename } from "node:path";
import type { Capability, Level } from "../capability.ts";

/** Instructions for agents that a project or a user keeps in a file. */
export interface ContextFile {
	readonly path: string;
	readonly content: string;
	readonly level: Exclude<Level, "native">;
	/** For a project's: how many folders above the working folder. */
	readonly depth?: number;
}

export const contextFiles: Capability<ContextFile> = {
	id: "context-files",
	displayName: "Context files",
	description: "Instructions that go into the opening prompt",
	key: ({ level, depth }) => (level === "user" ? "user" : `project:${depth ?? 0}`),
	validate: ({ path }) => (path === "" ? "has no path" : undefined),
	extensionId: ({ level, path }) => `context-file:${level}:${basename(path)}`,
};
