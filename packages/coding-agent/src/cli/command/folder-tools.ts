import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { startWorkbench } from "../../assembly/start-workbench.ts";
import { webFeature } from "../../features/web/feature.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { loadSettings } from "../../settings/load/load-settings.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { TrustGate } from "../../trust/trust-gate.ts";
import { openConversation } from "../../workbench/open/open-conversation.ts";
import { commandRegistry } from "./command-registry.ts";

export interface FolderTools extends AsyncDisposable {
	readonly tools: readonly AgentTool[];
	/** Takes what the user named on the command line, which may be hosts inside their network. */
	hear(text: string): void;
}

/** The tools of a conversation in this folder. Disposing it kills their child processes. */
export async function folderTools(baseHost: Host): Promise<FolderTools> {
	const { registry, host } = await commandRegistry(baseHost, parseArgs([], []));
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const gate = new TrustGate({ agentDir, cwd: host.cwd, home: host.home, now: host.now });
	const { workbench } = await startWorkbench({ host, agentDir, settings, gate }, { isBare: true }, registry);
	const log = inMemorySession(fileEnvironment(host, agentDir), { cwd: host.cwd });
	const { conversation, toolSources } = await openConversation(workbench, {
		log,
		chosen: { model: undefined, thinkingLevel: "off" },
	});
	return {
		tools: toolSources.tools(undefined),
		hear: (text) => workbench.features.find(webFeature)?.at(conversation.id).hear(text),
		[Symbol.asyncDispose]: () => conversation.dispose(),
	};
}
