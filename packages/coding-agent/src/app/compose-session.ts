import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { SessionContext } from "@oh-my-pi/pi-session/context";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { Conversation } from "../conversation/conversation.ts";
import type { ChosenModel } from "../conversation/model-choice.ts";
import type { WorkingFolder } from "../conversation/session/move-session.ts";
import { UserShell } from "../conversation/shell/user-shell.ts";
import { loopSettings } from "../settings/sections/loop.ts";
import { toolSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";
import { retryLimits, sessionBehaviors } from "./behaviors.ts";
import type { ProblemRelay } from "./problem-relay.ts";
import { modelRestorer, resolveServiceTier } from "./restore-model.ts";
import { commandEnv, commandShell } from "./tools.ts";
import { UrlSchemes } from "./url-schemes.ts";

/** Everything a mode works with. */
export interface Session {
	readonly host: Host;
	readonly conversation: Conversation;
	readonly registry: ModelRegistry;
	readonly settings: Settings;
	readonly agentDir: string;
	/** The log of the conversation as it is now. */
	readonly log: SessionLog;
	/** Where tools and commands work. */
	readonly folder: WorkingFolder;
	/** Runs what the user wants run. */
	readonly shell: UserShell;
	/** Addresses that tools can read, beyond files. */
	readonly urlSchemes: UrlSchemes;
	/** What went less than well while starting, in words for the user. */
	readonly notices: readonly string[];
}

/** What a session is made of, wherever it was found. */
export interface SessionParts {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	readonly log: SessionLog;
	/** What the log says. */
	readonly context: SessionContext;
	readonly chosen: ChosenModel;
	readonly streamFn: StreamFn;
	readonly systemPrompt: readonly string[];
	readonly tools: readonly AgentTool[];
	readonly folder: WorkingFolder;
	readonly urlSchemes?: UrlSchemes;
	readonly problems?: ProblemRelay;
	readonly notices?: readonly string[];
}

export function composeSession(parts: SessionParts): Session {
	const { host, agentDir, settings, registry, log, folder } = parts;
	const conversation = new Conversation({
		host,
		log,
		streamFn: parts.streamFn,
		...parts.chosen,
		serviceTier: resolveServiceTier(parts.context, settings),
		systemPrompt: parts.systemPrompt,
		tools: parts.tools,
		messages: parts.context.messages,
		apiKey: async (wanted) => (await registry.findCredential(wanted.provider))?.key,
		behaviors: sessionBehaviors(settings),
		intentTracing: settings.get(toolSettings.intentTracing),
		steeringMode: settings.get(loopSettings.steeringMode),
		followUpMode: settings.get(loopSettings.followUpMode),
		interruptMode: settings.get(loopSettings.interruptMode),
		retry: retryLimits(settings),
		cwd: () => folder.path,
		restoreModel: modelRestorer(registry, settings),
	});
	const shell = new UserShell({
		shell: commandShell(settings),
		cwd: () => folder.path,
		env: commandEnv(host),
		artifacts: () => conversation.log.artifacts,
		note: (message) => conversation.note(message),
		now: host.now,
	});
	const problems = [...registry.problems, ...settings.problems, ...log.problems.map(({ message }) => message)];
	parts.problems?.connect(({ message }) => conversation.notify("warning", message, "session"));
	return {
		host,
		conversation,
		registry,
		settings,
		agentDir,
		get log() {
			return conversation.log;
		},
		folder,
		shell,
		urlSchemes: parts.urlSchemes ?? new UrlSchemes(),
		notices: [...problems, ...(parts.notices ?? [])],
	};
}
