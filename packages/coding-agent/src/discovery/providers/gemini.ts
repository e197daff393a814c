import { join } from "node:path";
import { contextFiles } from "../capabilities/context-files.ts";
import { extensionModules } from "../capabilities/extension-modules.ts";
import { geminiExtensions } from "../capabilities/gemini-extensions.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { settingsItems } from "../capabilities/settings.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { systemPromptFiles } from "../capabilities/system-prompt.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { foundFiles, type PossibleFile } from "../files/found-file.ts";
import { fromGeminiCommand } from "../files/gemini-command.ts";
import { extensionReaders } from "../files/load-later.ts";
import { settingsFiles } from "../files/settings-files.ts";
import { skillFiles } from "../files/skill-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "gemini", displayName: "Gemini CLI" };

export const geminiProvider: DiscoveryProvider = {
	...identity,
	description: "What is in .gemini, of the user and of the working folder",
	priority: 60,
	loads: {
		...loads(contextFiles, (context) => foundFiles(identity, below("GEMINI.md", context), context)),
		...loads(systemPromptFiles, (context) => foundFiles(identity, below("SYSTEM.md", context), context)),
		...loads(geminiExtensions, async (context) =>
			(await extensionReaders()).geminiManifests(identity, below("extensions", context), context),
		),
		...loads(extensionModules, async (context) =>
			(await extensionReaders()).moduleFiles(identity, below("extensions", context), context),
		),
		...loads(skills, (context) => skillFiles(identity, below("skills", context), context)),
		...loads(slashCommandFiles, (context) =>
			commandFiles(identity, below("commands", context), context, {
				isRecursive: true,
				suffix: ".toml",
				translate: fromGeminiCommand,
			}),
		),
		...loads(settingsItems, (context) => settingsFiles(identity, below("settings.json", context), context)),
		...loads(mcpServers, (context) =>
			mcpFiles(identity, below("settings.json", context).toReversed(), context, { format: "gemini" }),
		),
	},
};

function below(name: string, { cwd, home }: LoadContext): PossibleFile[] {
	return [
		{ path: join(home, ".gemini", name), level: "user" },
		{ path: join(cwd, ".gemini", name), level: "project", depth: 0 },
	];
}
