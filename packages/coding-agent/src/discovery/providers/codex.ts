import { join } from "node:path";
import { promptTemplates } from "../capabilities/prompts.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../capability.ts";
import { type CommandFolder, commandFiles } from "../command-files.ts";
import { parseFrontmatter } from "../frontmatter.ts";

const identity = { id: "codex", displayName: "Codex" };

export const codexProvider: DiscoveryProvider = {
	...identity,
	description: "What is in .codex, of the user and of the working folder",
	priority: 70,
	loads: {
		...loads(slashCommandFiles, (context) =>
			commandFiles(identity, folders("commands", context), context, (content) => parseFrontmatter(content).fields.name),
		),
		...loads(promptTemplates, (context) => commandFiles(identity, folders("prompts", context), context)),
	},
};

function folders(name: string, { cwd, home }: LoadContext): CommandFolder[] {
	return [
		{ path: join(home, ".codex", name), level: "user" },
		{ path: join(cwd, ".codex", name), level: "project" },
	];
}
