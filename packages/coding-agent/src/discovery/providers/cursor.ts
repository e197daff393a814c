import { join } from "node:path";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { rules } from "../capabilities/rules.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { joinResults, ruleFile, ruleFiles } from "../files/rule-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "cursor", displayName: "Cursor" };

export const cursorProvider: DiscoveryProvider = {
	...identity,
	description: "Rules and commands in .cursor, of the user and of the working folder",
	priority: 50,
	loads: {
		...loads(rules, (context) => {
			const { cwd, home } = context;
			return joinResults([
				ruleFiles(
					identity,
					[
						{ path: join(home, ".cursor", "rules"), level: "user" },
						{ path: join(cwd, ".cursor", "rules"), level: "project" },
					],
					context,
					{ suffixes: [".mdc", ".md"] },
				),
				// The form of older versions.
				ruleFile(identity, { path: join(cwd, ".cursorrules"), level: "project" }, context, { name: "cursorrules" }),
			]);
		}),
		...loads(slashCommandFiles, (context) =>
			commandFiles(
				identity,
				[
					{ path: join(context.home, ".cursor", "commands"), level: "user" },
					{ path: join(context.cwd, ".cursor", "commands"), level: "project" },
				],
				context,
				{ isRecursive: true },
			),
		),
		...loads(mcpServers, (context) => {
			const { cwd, home } = context;
			const user = join(home, ".cursor", "mcp.json");
			const project = join(cwd, ".cursor", "mcp.json");
			return mcpFiles(
				identity,
				[
					{ path: user, level: "user" },
					{ path: project, level: "project" },
				],
				context,
			);
		}),
	},
};
