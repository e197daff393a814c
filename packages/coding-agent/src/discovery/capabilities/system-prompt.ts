import { systemPromptClaim } from "../../trust/file-claims.ts";
import type { Capability, Level } from "../contract/capability.ts";

/** Replaces the built-in system prompt. */
export interface SystemPromptFile {
	readonly path: string;
	readonly content: string;
	readonly level: Exclude<Level, "native">;
}

export const systemPromptFiles: Capability<SystemPromptFile> = {
	id: "system-prompt",
	displayName: "System prompts",
	description: "Replacements of the system prompt",
	trust: ({ path, content }) => systemPromptClaim(path, content),
	key: ({ level }) => level,
	validate: ({ path }) => (path === "" ? "has no path" : undefined),
};
