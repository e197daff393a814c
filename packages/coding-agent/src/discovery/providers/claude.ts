import { join } from "node:path";
import { agentFiles } from "../capabilities/agents.ts";
import { contextFiles } from "../capabilities/context-files.ts";
import { extensionModules } from "../capabilities/extension-modules.ts";
import { hookFiles } from "../capabilities/hooks.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { settingsItems } from "../capabilities/settings.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { systemPromptFiles } from "../capabilities/system-prompt.ts";
import { toolFiles } from "../capabilities/tools.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { foundFiles, type PossibleFile } from "../files/found-file.ts";
import { extensionReaders, moduleReaders } from "../files/load-later.ts";
import { settingsFiles } from "../files/settings-files.ts";
import { skillFiles } from "../files/skill-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "claude", displayName: "Claude Code" };

export const claudeProvider: DiscoveryProvider = {
	...identity,
	description: "What is in .claude, of the user and of the working folder",
	priority: 80,
	loads: {
		...loads(contextFiles, (context) => foundFiles(identity, below("CLAUDE.md", context), context)),
		...loads(systemPromptFiles, (context) => foundFiles(identity, below("SYSTEM.md", context), context)),
		...loads(extensionModules, async (context) =>
			(await extensionReaders()).moduleFiles(identity, below("extensions", context), context),
		),
		...loads(skills, (context) => skillFiles(identity, below("skills", context), context)),
		...loads(hookFiles, async (context) => (await moduleReaders()).hookFilesOf(identity, context)),
		...loads(toolFiles, async (context) => (await moduleReaders()).toolFilesOf(identity, context)),
		...loads(agentFiles, async (context) =>
			(await moduleReaders()).loadAgentFiles(identity, below("agents", context).toReversed(), context, {
				isRecursive: true,
			}),
		),
		...loads(slashCommandFiles, (context) =>
			commandFiles(identity, below("commands", context), context, { isRecursive: true }),
		),
		...loads(settingsItems, (context) => settingsFiles(identity, below("settings.json", context), context)),
		// The project's first: it can turn a server of the user off.
		...loads(mcpServers, (context) => {
			const { cwd, home } = context;
			const project = [".mcp.json", "mcp.json"].map((name) => join(cwd, ".claude", name));
			const user = [join(home, ".claude.json"), join(home, ".claude", "mcp.json")];
			const candidates = [
				...project.map((path) => ({ path, level: "project" as const })),
				...user.map((path) => ({ path, level: "user" as const })),
			];
			return mcpFiles(identity, candidates, context, { isFirstOnly: true });
		}),
	},
};

function below(name: string, { cwd, home }: LoadContext): PossibleFile[] {
	return [
		{ path: join(home, ".claude", name), level: "user" },
		{ path: join(cwd, ".claude", name), level: "project", depth: 0 },
	];
}
