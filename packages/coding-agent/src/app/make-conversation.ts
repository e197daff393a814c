import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { SessionContext } from "@oh-my-pi/pi-session/context";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { Conversation } from "../conversation/conversation.ts";
import type { ChosenModel } from "../conversation/model-choice.ts";
import { PromptSource } from "../conversation/prompt/prompt-source.ts";
import type { WorkingFolder } from "../conversation/session/move-session.ts";
import type { Settings } from "../settings/settings.ts";
import { retryLimits, sessionBehaviors } from "./behaviors.ts";
import { sessionGuidance } from "./guidance.ts";
import { loopPreferences } from "./loop-preferences.ts";
import { mainAgent } from "./main-agent.ts";
import { promptCompanions } from "./prompt-companions.ts";
import { modelRestorer, resolveServiceTier } from "./restore-model.ts";
import type { SessionLinks } from "./session-links.ts";
import { sessionUpkeep } from "./upkeep.ts";

/** What a conversation is made of, wherever that was found. */
export interface ConversationParts {
	readonly host: Host;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	readonly log: SessionLog;
	/** What the log says. */
	readonly context: SessionContext;
	readonly chosen: ChosenModel;
	readonly streamFn: StreamFn;
	/** Fixed words, or what they are made of before each request. */
	readonly prompt: readonly string[] | PromptSource;
	readonly tools: ToolSources;
	readonly folder: WorkingFolder;
}

/** A conversation as the settings want it, tied to whatever was waiting for it. */
export function makeConversation(parts: ConversationParts, links: SessionLinks): Conversation {
	const { host, settings, registry, log, context, chosen, prompt, tools, folder } = parts;
	const source = prompt instanceof PromptSource ? { prompt } : {};
	const conversation = new Conversation({
		teardown: () => links.closing.disposeAsync(),
		hasBackgroundWork: () => links.jobs.board?.hasRunning(mainAgent) ?? false,
		host,
		log,
		streamFn: parts.streamFn,
		...chosen,
		serviceTier: resolveServiceTier(context, settings),
		systemPrompt: prompt instanceof PromptSource ? [] : prompt,
		tools: tools.tools(chosen.model),
		guidance: sessionGuidance({ settings, links, tools, context, ...source }),
		messages: context.messages,
		apiKey: async (wanted) => (await registry.findCredential(wanted.provider))?.key,
		behaviors: [...sessionBehaviors(settings), links.goal.accounting],
		...loopPreferences(settings),
		retry: retryLimits(settings),
		upkeep: sessionUpkeep(settings, registry, host, links.frontEnd),
		cwd: () => folder.path,
		companions: promptCompanions({ host, settings, folder, link: links.conversation }),
		restoreModel: modelRestorer(registry, settings),
	});
	links.conversation.connect(conversation);
	return conversation;
}
