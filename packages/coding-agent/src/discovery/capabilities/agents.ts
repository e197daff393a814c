import type { Claim } from "../../trust/claim.ts";
import type { Capability, Level } from "../contract/capability.ts";

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
	/** The whole file. */
	readonly text: string;
}

export const agentFiles: Capability<AgentFile> = {
	id: "agents",
	displayName: "Agents",
	description: "Definitions of sub-agents",
	trust: agentClaim,
	key: ({ name }) => name,
	validate: ({ name, description, content }) => {
		if (name === "") return "has no name and is left out";
		if (description === "") return "has no description and is left out";
		return content === "" ? "has no system prompt and is left out" : undefined;
	},
	extensionId: ({ name }) => `agent:${name}`,
};

const maxShown = 16 * 1024;

/** An agent of a project: it can be started instead of one of the user's, with tools, on a model that it chooses. */
function agentClaim({ path, name, description, tools, model, text }: AgentFile): Claim {
	return {
		kind: "agent",
		path,
		content: text,
		shown: text.slice(0, maxShown),
		effects: [
			`can be started by the model as "${name}": ${description}`,
			...(tools ? [`has the tools ${tools.join(", ")}`] : ["has all tools"]),
			...(model ? [`uses the model ${model.join(", ")}`] : []),
		],
	};
}
