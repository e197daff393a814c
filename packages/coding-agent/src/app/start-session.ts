import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import { Conversation } from "../conversation/conversation.ts";
import { buildSystemPrompt, textOrFile } from "../conversation/prompt/system-prompt.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { loopSettings } from "../settings/sections/loop.ts";
import { shellSettings, toolSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";
import { retryLimits, sessionBehaviors } from "./behaviors.ts";
import { resolveDirectories } from "./directories.ts";
import { type Confirm, openChosenSession } from "./open-session.ts";
import { loadRegistry, modelStream, startingModel } from "./session-models.ts";
import { sessionTools } from "./tools.ts";

/** Everything a mode works with. */
export interface Session {
	readonly host: Host;
	readonly conversation: Conversation;
	readonly log: SessionLog;
	readonly registry: ModelRegistry;
	readonly settings: Settings;
	readonly agentDir: string;
	/** What went less than well while starting, in words for the user. */
	readonly notices: readonly string[];
}

export async function startSession(host: Host, options: LaunchOptions, confirm?: Confirm): Promise<Session> {
	const agentDir = resolveDirectories(host, options.profile).agent;
	const [settings, registry, log] = await Promise.all([
		loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles }),
		loadRegistry(host, agentDir, options),
		openChosenSession(host, agentDir, options, confirm),
	]);
	const context = log.context();
	const { model, thinkingLevel, notice } = await startingModel(registry, options, context, settings, host);
	if (model && context.models.default !== selectorOf(model)) log.appendModelChange(selectorOf(model));
	const isLevelRecorded = context.isThinkingLevelRecorded && context.thinkingLevel === thinkingLevel;
	if (!isLevelRecorded) log.appendThinkingLevelChange(thinkingLevel);

	const conversation = new Conversation({
		host,
		log,
		streamFn: modelStream(host, registry),
		model,
		thinkingLevel,
		systemPrompt: await systemPrompt(host, options, settings, model?.name ?? "none"),
		tools: sessionTools(host, settings, options),
		messages: context.messages,
		apiKey: async (wanted) => (await registry.findCredential(wanted.provider))?.key,
		behaviors: sessionBehaviors(settings),
		intentTracing: settings.get(toolSettings.intentTracing),
		steeringMode: settings.get(loopSettings.steeringMode),
		followUpMode: settings.get(loopSettings.followUpMode),
		interruptMode: settings.get(loopSettings.interruptMode),
		retry: retryLimits(settings),
	});
	const problems = [...registry.problems, ...settings.problems, ...log.problems.map(({ message }) => message)];
	return { host, conversation, log, registry, settings, agentDir, notices: notice ? [...problems, notice] : problems };
}

async function systemPrompt(host: Host, options: LaunchOptions, settings: Settings, model: string): Promise<string[]> {
	const text = async (value: string | undefined) => value && textOrFile(value, host.cwd);
	return buildSystemPrompt({
		platform: process.platform,
		shell: settings.get(shellSettings.shellPath),
		model,
		replacement: await text(options.systemPrompt),
		addition: await text(options.appendSystemPrompt),
	});
}
