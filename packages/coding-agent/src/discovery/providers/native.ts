import { join } from "node:path";
import { contextFiles } from "../capabilities/context-files.ts";
import { promptTemplates } from "../capabilities/prompts.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { systemPromptFiles } from "../capabilities/system-prompt.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../capability.ts";
import { type CommandFolder, commandFiles } from "../command-files.ts";
import { foundFiles, type PossibleFile } from "../found-file.ts";
import { walk } from "../load-context.ts";

const identity = { id: "native", displayName: "OMP" };

/** omp's own folders, and those of its predecessor. */
export const nativeProvider: DiscoveryProvider = {
	...identity,
	description: "omp's own folders .omp and .pi, of the project and of the user",
	priority: 100,
	loads: {
		...loads(contextFiles, async (context) => foundFiles(identity, await nativeFiles("AGENTS.md", context), context)),
		...loads(systemPromptFiles, async (context) =>
			foundFiles(identity, await nativeFiles("SYSTEM.md", context), context),
		),
		...loads(slashCommandFiles, (context) => commandFiles(identity, folders("commands", context), context)),
		...loads(promptTemplates, (context) => commandFiles(identity, folders("prompts", context), context)),
	},
};

function folders(name: string, { cwd, agentDir }: LoadContext): CommandFolder[] {
	return [
		{ path: join(cwd, ".omp", name), level: "project" },
		{ path: join(agentDir, name), level: "user" },
	];
}

/** Candidate files: project before user, and `.omp` before `.pi`. */
async function nativeFiles(name: string, context: LoadContext): Promise<PossibleFile[]> {
	const { cwd, home, agentDir } = context;
	const nearest = await nearestOmp(context);
	return [
		...(nearest ? [{ path: join(nearest.folder, ".omp", name), level: "project", depth: nearest.depth } as const] : []),
		{ path: join(cwd, ".pi", name), level: "project", depth: 0 },
		{ path: join(agentDir, name), level: "user" },
		{ path: join(home, ".pi", "agent", name), level: "user" },
	];
}

/** The nearest non-empty `.omp`; only that one counts, even if it lacks the file. */
async function nearestOmp(context: LoadContext): Promise<{ folder: string; depth: number } | undefined> {
	for (const [depth, folder] of walk(context).entries()) {
		const path = join(folder, ".omp");
		// ~/.omp holds the agent folder and is not a project folder.
		if (path === join(context.home, ".omp")) continue;
		if (await context.files.isNonEmptyFolder(path)) return { folder, depth };
	}
	return undefined;
}
