import type { Capability, Level } from "../contract/capability.ts";

/** A slash command from a file. */
export interface SlashCommandFile {
	readonly name: string;
	readonly path: string;
	/** The whole file, including frontmatter. */
	readonly content: string;
	readonly level: Exclude<Level, "native">;
}

export const slashCommandFiles: Capability<SlashCommandFile> = {
	id: "slash-commands",
	displayName: "Slash commands",
	description: "Prompts that are called by name",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name }) => (name === "" ? "has no name" : undefined),
	extensionId: ({ name }) => `slash-command:${name}`,
};
