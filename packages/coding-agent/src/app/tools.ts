import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { ConflictIndex } from "@oh-my-pi/pi-tools/conflicts/conflict-index";
import { conversationTools } from "@oh-my-pi/pi-tools/conversation-tools";
import { EditMemory } from "@oh-my-pi/pi-tools/edit/memory";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { urlRouter } from "@oh-my-pi/pi-tools/urls/url-router";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import type { WorkingFolder } from "../conversation/operations/move-session.ts";
import type { Settings } from "../settings/settings.ts";
import { childEnv } from "./child-env.ts";
import { conversationPorts } from "./conversation-ports.ts";
import { executionPorts } from "./execution.ts";
import { localFolder } from "./own-url-schemes.ts";
import type { SessionLinks } from "./session-links.ts";
import { editModeFor, toolPreferences } from "./tool-preferences.ts";
import { wantedTools } from "./wanted-tools.ts";

export type ToolsFor = (model: Model | undefined) => readonly AgentTool[];

export interface ToolSources {
	readonly host: Host;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	readonly options: Pick<LaunchOptions, "tools" | "noTools">;
	readonly folder: WorkingFolder;
	readonly links: SessionLinks;
}

/** The tools of a session, wired to this machine and the user's settings, and cut down to what the command line wants. */
export function sessionTools(sources: ToolSources): ToolsFor {
	const { host, settings, registry, options, folder, links } = sources;
	if (options.noTools) return () => [];
	const { conversation: link } = links;
	const env = childEnv(host.env, registry);
	const ports = {
		...toolPreferences(settings),
		...executionPorts({ host, settings, env, links }),
		cwd: () => folder.path,
		home: host.home,
		now: host.now,
		env,
		bashTimeoutSeconds: 300,
		snapshots: links.snapshots,
		editMemory: new EditMemory(),
		conflicts: new ConflictIndex(),
		pending: links.previews.queue,
		isTreeReadOnly: () => links.plan.isActive,
		urls: urlRouter(() => links.urls.all()),
		localRoot: () => localFolder(link.conversation.log),
		artifacts: {
			allocate: (toolName: string) => link.conversation.log.artifacts.allocate(toolName),
			save: (toolName: string, content: string) => link.conversation.log.artifacts.save(toolName, content),
		},
	};
	const ofConversation = conversationTools(conversationPorts({ ...sources, links }));
	const byMode = new Map<string, readonly AgentTool[]>();
	return (model) => {
		const editMode = editModeFor(model, settings, host.env);
		const made = byMode.get(editMode);
		if (made) return made;
		const tools = wantedTools([...builtInTools({ ...ports, editMode }), ...ofConversation], options.tools);
		byMode.set(editMode, tools);
		return tools;
	};
}
