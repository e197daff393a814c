import { join } from "node:path";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { type DiscoveryProvider, loads } from "../capability.ts";
import { commandFiles } from "../command-files.ts";
import { parseFrontmatter } from "../frontmatter.ts";

const identity = { id: "opencode", displayName: "OpenCode" };

export const opencodeProvider: DiscoveryProvider = {
	...identity,
	description: "What is in ~/.config/opencode and .opencode",
	priority: 55,
	loads: loads(slashCommandFiles, (context) =>
		commandFiles(
			identity,
			[
				{ path: join(context.home, ".config", "opencode", "commands"), level: "user" },
				{ path: join(context.cwd, ".opencode", "commands"), level: "project" },
			],
			context,
			(content) => parseFrontmatter(content).fields.name,
		),
	),
};
