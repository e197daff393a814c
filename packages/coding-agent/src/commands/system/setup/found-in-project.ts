import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { loadContextFiles } from "../../../discovery/context-files/load-context-files.ts";
import { loadContext } from "../../../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../../discovery/discovery-registry.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

/** What omp found in the project that it will go by, as a sentence. */
export async function foundInProject({
	folder,
	host,
	agentDir,
	settings,
	fileCommands,
}: Pick<OpenedConversation, "folder" | "host" | "agentDir" | "settings" | "fileCommands">): Promise<string> {
	const context = await loadContext({ cwd: folder.path, home: host.home, env: host.env, agentDir });
	const [rules, commands, hasGit, hasSettings] = await Promise.all([
		loadContextFiles(discoveryRegistry(folder.path, host.home, settings), context),
		fileCommands.list(),
		exists(join(folder.path, ".git")),
		exists(join(folder.path, ".omp", "config.yml")),
	]);
	const commandCount = commands.filter((command) => !("isBundled" in command && command.isBundled)).length;
	const found = [
		...(hasGit ? ["a Git repository"] : []),
		...new Set(rules.files.map(({ path }) => basename(path))),
		...(hasSettings ? [".omp/config.yml"] : []),
		...(commandCount > 0 ? [`${commandCount} ${commandCount === 1 ? "command" : "commands"}`] : []),
	];
	const name = basename(folder.path);
	return found.length === 0 ? "No AGENTS.md here yet; /init writes one." : `Found in ${name}: ${found.join(", ")}.`;
}

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
