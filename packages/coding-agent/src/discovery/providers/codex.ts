import { join } from "node:path";
import { contextFiles } from "../capabilities/context-files.ts";
import { extensionModules } from "../capabilities/extension-modules.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { promptTemplates } from "../capabilities/prompts.ts";
import { settingsItems } from "../capabilities/settings.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { toolFiles } from "../capabilities/tools.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { foundFiles } from "../files/found-file.ts";
import { parseFrontmatter, textField } from "../files/frontmatter.ts";
import { extensionReaders, moduleReaders } from "../files/load-later.ts";
import type { ScannedFolder } from "../files/scan-folders.ts";
import { settingsFiles } from "../files/settings-files.ts";
import { skillFiles } from "../files/skill-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "codex", displayName: "Codex" };

export const codexProvider: DiscoveryProvider = {
	...identity,
	description: "What is in .codex, of the user and of the working folder",
	priority: 70,
	loads: {
		...loads(contextFiles, (context) =>
			foundFiles(identity, [{ path: join(context.home, ".codex", "AGENTS.md"), level: "user" }], context),
		),
		...loads(extensionModules, async (context) =>
			(await extensionReaders()).moduleFiles(identity, folders("extensions", context), context),
		),
		...loads(skills, (context) => skillFiles(identity, folders("skills", context), context)),
		...loads(slashCommandFiles, (context) =>
			commandFiles(identity, folders("commands", context), context, {
				named: (content) => textField(parseFrontmatter(content).fields.name),
			}),
		),
		...loads(toolFiles, async (context) => (await moduleReaders()).toolFilesOf(identity, context)),
		...loads(promptTemplates, (context) => commandFiles(identity, folders("prompts", context), context)),
		...loads(settingsItems, (context) => settingsFiles(identity, folders("config.toml", context), context)),
		...loads(mcpServers, (context) =>
			mcpFiles(identity, folders("config.toml", context), context, { format: "codex", variables: context.env }),
		),
	},
};

function folders(name: string, { cwd, home }: LoadContext): ScannedFolder[] {
	return [
		{ path: join(home, ".codex", name), level: "user" },
		{ path: join(cwd, ".codex", name), level: "project" },
	];
}
