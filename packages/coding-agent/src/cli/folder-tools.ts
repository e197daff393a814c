import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { inMemorySession } from "@oh-my-pi/pi-session/create-session";
import { fileEnvironment } from "@oh-my-pi/pi-session/session-environment";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../process/directories.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { parseArgs } from "../startup/parse-args.ts";
import { openConversation } from "../workbench/open-conversation.ts";
import { Workbench } from "../workbench/workbench.ts";
import { commandRegistry } from "./command-registry.ts";

export interface FolderTools extends AsyncDisposable {
	readonly tools: readonly AgentTool[];
	/** Takes what the user named on the command line, which may be hosts inside their network. */
	hear(text: string): void;
}

/** The tools of a conversation in this folder. Disposing it kills their child processes. */
export async function folderTools(given: Host): Promise<FolderTools> {
	const { registry, host } = await commandRegistry(given, parseArgs([], []));
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const workbench = new Workbench({ host, agentDir, settings, registry });
	const log = inMemorySession(fileEnvironment(host, agentDir), { cwd: host.cwd });
	const { conversation, toolSources } = await openConversation(workbench, {
		log,
		chosen: { model: undefined, thinkingLevel: "off" },
	});
	return {
		tools: toolSources.tools(undefined),
		hear: (text) => workbench.webOf(conversation.id).hear(text),
		[Symbol.asyncDispose]: () => conversation.dispose(),
	};
}
