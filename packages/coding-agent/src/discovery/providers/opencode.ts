import { join } from "node:path";
import { contextFiles } from "../capabilities/context-files.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { settingsItems } from "../capabilities/settings.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { foundFiles } from "../files/found-file.ts";
import { parseFrontmatter, textField } from "../files/frontmatter.ts";
import type { ScannedFolder } from "../files/scan-folders.ts";
import { settingsFiles } from "../files/settings-files.ts";
import { skillFiles } from "../files/skill-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "opencode", displayName: "OpenCode" };

export const opencodeProvider: DiscoveryProvider = {
	...identity,
	description: "What is in ~/.config/opencode and .opencode",
	priority: 55,
	loads: {
		...loads(contextFiles, (context) =>
			foundFiles(identity, [{ path: join(userFolder(context), "AGENTS.md"), level: "user" }], context),
		),
		...loads(skills, (context) => skillFiles(identity, folders("skills", context), context)),
		...loads(slashCommandFiles, (context) =>
			commandFiles(identity, [...folders("commands", context), ...folders("command", context)], context, {
				named: (content) => textField(parseFrontmatter(content).fields.name),
			}),
		),
		...loads(settingsItems, (context) => settingsFiles(identity, configFiles(context), context)),
		...loads(mcpServers, (context) => mcpFiles(identity, configFiles(context), context, { format: "opencode" })),
	},
};

function folders(name: string, context: LoadContext): ScannedFolder[] {
	return [
		{ path: join(userFolder(context), name), level: "user" },
		{ path: join(context.cwd, ".opencode", name), level: "project" },
	];
}

function userFolder({ home }: LoadContext): string {
	return join(home, ".config", "opencode");
}

function configFiles(context: LoadContext): ScannedFolder[] {
	return [
		{ path: join(userFolder(context), "opencode.json"), level: "user" },
		{ path: join(context.cwd, "opencode.json"), level: "project" },
	];
}
