import type { Capability, Level } from "../capability.ts";

/** A definition of a sub-agent. */
export interface AgentFile {
	readonly name: string;
	readonly path: string;
	readonly description: string;
	/** The system prompt. */
	readonly content: string;
	readonly level: Exclude<Level, "native">;
	/** As the file names them; absent for all. */
	readonly tools?: readonly string[];
	readonly spawns?: readonly string[];
	readonly model?: readonly string[];
	readonly frontmatter: Readonly<Record<string, unknown>>;
}

export const agentFiles: Capability<AgentFile> = {
	id: "agents",
	displayName: "Agents",
	description: "Definitions of sub-agents",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name, description, content }) => {
		if (name === "") return "has no name and is left out";
		if (description === "") return "has no description and is left out";
		return content === "" ? "has no system prompt and is left out" : undefined;
	},
	extensionId: ({ name }) => `agent:${name}`,
};
