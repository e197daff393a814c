import { join } from "node:path";
import { promptTemplates } from "../capabilities/prompts.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../capability.ts";
import { type CommandFolder, commandFiles } from "../command-files.ts";
import { walk } from "../load-context.ts";

const identity = { id: "agents", displayName: "Agents" };

export const agentsProvider: DiscoveryProvider = {
	...identity,
	description: "What is in .agent and .agents, from the working folder up to the repository's root, and of the user",
	priority: 70,
	loads: {
		...loads(slashCommandFiles, (context) => commandFiles(identity, agentFolders("commands", context), context)),
		...loads(promptTemplates, (context) => commandFiles(identity, agentFolders("prompts", context), context)),
	},
};

/** Nearest first, the user's own last. */
function agentFolders(kind: string, context: LoadContext): CommandFolder[] {
	const project = walk(context).filter((folder) => folder !== context.home);
	const of = (folder: string, level: "user" | "project") =>
		[".agent", ".agents"].map((name) => ({ path: join(folder, name, kind), level }));
	return [...project.flatMap((folder) => of(folder, "project")), ...of(context.home, "user")];
}
