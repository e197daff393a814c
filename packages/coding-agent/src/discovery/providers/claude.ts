import { join } from "node:path";
import { contextFiles } from "../capabilities/context-files.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { systemPromptFiles } from "../capabilities/system-prompt.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../capability.ts";
import { commandFiles } from "../command-files.ts";
import { foundFiles, type PossibleFile } from "../found-file.ts";

const identity = { id: "claude", displayName: "Claude Code" };

export const claudeProvider: DiscoveryProvider = {
	...identity,
	description: "What is in .claude, of the user and of the working folder",
	priority: 80,
	loads: {
		...loads(contextFiles, (context) => foundFiles(identity, claudeFiles("CLAUDE.md", context), context)),
		...loads(systemPromptFiles, (context) => foundFiles(identity, claudeFiles("SYSTEM.md", context), context)),
		...loads(slashCommandFiles, (context) =>
			commandFiles(
				identity,
				[
					{ path: join(context.home, ".claude", "commands"), level: "user", isRecursive: true },
					{ path: join(context.cwd, ".claude", "commands"), level: "project", isRecursive: true },
				],
				context,
			),
		),
	},
};

function claudeFiles(name: string, { cwd, home }: LoadContext): PossibleFile[] {
	return [
		{ path: join(home, ".claude", name), level: "user" },
		{ path: join(cwd, ".claude", name), level: "project", depth: 0 },
	];
}
