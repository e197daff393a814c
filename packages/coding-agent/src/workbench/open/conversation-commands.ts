import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import type { PromptSource } from "../../conversation/prompt/prompt-source.ts";
import { FileCommands, type LoadedCommands } from "../../file-commands/file-commands.ts";
import { skillSettings } from "../../settings/sections/services/skills.ts";
import type { ConversationSpec } from "../contract/conversation-spec.ts";
import type { Joined } from "../features.ts";
import type { CommandTurns } from "../hooks/command-turns.ts";
import type { Workbench } from "../workbench.ts";

interface CommandParts {
	readonly workbench: Workbench;
	readonly conversation: Conversation;
	readonly folder: WorkingFolder;
	readonly prompt: PromptSource;
	readonly joined: Joined;
	readonly turns: CommandTurns;
	readonly warn: (text: string) => void;
}

/** The slash commands of a conversation that are files, skills or prompts of servers. */
export function conversationCommands(parts: CommandParts, { changeCommands }: ConversationSpec): FileCommands {
	const { workbench, folder, joined, turns, warn } = parts;
	const { host, gate, env } = workbench;
	return new FileCommands({
		folder: () => folder.path,
		load: async (cwd) => {
			const found = await loadFiles(cwd, workbench);
			return withSkills((await changeCommands?.(found)) ?? found, parts);
		},
		warn,
		servers: () => joined.serverPrompts(),
		act: {
			place: () => ({
				project: gate.at(folder.path).project,
				cwd: folder.path,
				home: host.home,
				env: env.child,
				inBox: workbench.features.box?.serviceFor(() => folder.path).enter(),
			}),
			begin: (prompt, actions, name) => turns.begin(prompt, actions, name),
		},
	});
}

async function loadFiles(
	cwd: string,
	{ host, agentDir, settings, gate, features }: Workbench,
): Promise<LoadedCommands> {
	const { loadFileCommands } = await import("../../file-commands/load-file-commands.ts");
	return loadFileCommands(cwd, {
		host,
		agentDir,
		settings,
		gate: gate.at(cwd),
		morePrompts: features.resources.prompts,
	});
}

async function withSkills(
	loaded: LoadedCommands,
	{ workbench, conversation, prompt }: CommandParts,
): Promise<LoadedCommands> {
	if (!workbench.settings.get(skillSettings.enableSkillCommands)) return loaded;
	const { skillCommands } = await import("../../skills/invoke-skill.ts");
	// A running reply keeps its prompt.
	if (!conversation.isStreaming) await prompt.forgetIfStale();
	const facts = await prompt.facts();
	return {
		...loaded,
		commands: [...skillCommands(facts.skills ?? []), ...loaded.commands],
		isStale: () => loaded.isStale?.() || facts.isStale?.() || false,
	};
}
