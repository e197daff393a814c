import type { Capability } from "../contract/capability.ts";
import type { SlashCommandFile } from "./slash-commands.ts";

/** Prompt templates, used for names that no command has. */
export const promptTemplates: Capability<SlashCommandFile> = {
	id: "prompts",
	displayName: "Prompts",
	description: "Prompts that are called by name where no command has it",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name }) => (name === "" ? "has no name" : undefined),
	extensionId: ({ name }) => `prompt:${name}`,
};
