import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { withCustomApis } from "@oh-my-pi/pi-ai/custom-api";
import { selectorOf } from "@oh-my-pi/pi-ai/model";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { type ThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/thinking-level";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers";
import { createStream } from "@oh-my-pi/pi-ai/stream";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import { UsageError } from "../cli/usage-error.ts";
import { toolCallLoopGuard } from "../conversation/behaviors/tool-call-loop-guard.ts";
import { Conversation } from "../conversation/conversation.ts";
import { buildSystemPrompt, textOrFile } from "../conversation/prompt/system-prompt.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { loopSettings, toolCallLoopGuardSettings } from "../settings/sections/loop.ts";
import { modelSettings } from "../settings/sections/model.ts";
import { shellSettings, toolSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";
import { childEnv } from "./child-env.ts";
import { chooseModel } from "./choose-model.ts";
import { resolveDirectories } from "./directories.ts";
import { openChosenSession } from "./open-session.ts";
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

export async function startSession(host: Host, options: LaunchOptions): Promise<Session> {
	const directories = resolveDirectories(host, options.profile);
	const agentDir = directories.agent;
	const [settings, registry, log] = await Promise.all([
		loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles }),
		ModelRegistry.load({ host, agentDir, providers: builtInProviders, runtimeKey: options.apiKey }),
		openChosenSession(host, agentDir, options),
	]);
	const context = log.context();
	const chosen = await chooseModel({
		registry,
		named: options.model,
		restored: context.models.default,
		role: settings.get(modelSettings.modelRoles).default,
	});
	const restoredLevel = context.isThinkingLevelRecorded ? asLevel(context.thinkingLevel) : undefined;
	const thinkingLevel =
		options.thinking ?? chosen.thinkingLevel ?? restoredLevel ?? settings.get(modelSettings.defaultThinkingLevel);
	const { model } = chosen;
	if (model && context.models.default !== selectorOf(model)) log.appendModelChange(selectorOf(model));
	if (restoredLevel !== thinkingLevel) log.appendThinkingLevelChange(thinkingLevel);

	const conversation = new Conversation({
		host,
		log,
		streamFn: modelStream(host),
		model,
		thinkingLevel,
		systemPrompt: await systemPrompt(host, options, settings, model?.name ?? "none"),
		tools: chooseTools(sessionTools(host, settings, childEnv(host.env, builtInProviders)), options),
		messages: context.messages,
		apiKey: async (wanted) => (await registry.findCredential(wanted.provider))?.key,
		behaviors: settings.get(toolCallLoopGuardSettings.enabled)
			? [toolCallLoopGuard({ threshold: settings.get(toolCallLoopGuardSettings.threshold) })]
			: [],
		intentTracing: settings.get(toolSettings.intentTracing),
		steeringMode: settings.get(loopSettings.steeringMode),
		followUpMode: settings.get(loopSettings.followUpMode),
		interruptMode: settings.get(loopSettings.interruptMode),
	});
	const notices = [
		...registry.problems,
		...settings.problems,
		...log.problems.map((problem) => problem.message),
		...(chosen.notice ? [chosen.notice] : []),
	];
	return { host, conversation, log, registry, settings, agentDir, notices };
}

function modelStream(host: Host) {
	const stream = createStream({ host, protocols: builtInProtocols });
	const offline = async () => (await import("@oh-my-pi/pi-ai/offline/guide")).offlineGuide(host.now);
	return withCustomApis(stream, new Map([["offline", offline]]));
}

async function systemPrompt(host: Host, options: LaunchOptions, settings: Settings, model: string): Promise<string[]> {
	const text = (value: string | undefined) => (value === undefined ? undefined : textOrFile(value, host.cwd));
	return buildSystemPrompt({
		platform: process.platform,
		shell: settings.get(shellSettings.shellPath),
		model,
		replacement: await text(options.systemPrompt),
		addition: await text(options.appendSystemPrompt),
	});
}

function chooseTools(all: readonly AgentTool[], options: LaunchOptions): AgentTool[] {
	if (options.noTools) return [];
	const { tools: wanted } = options;
	if (!wanted) return [...all];
	const names = all.map((tool) => tool.name);
	const unknown = wanted.find((name) => !names.includes(name));
	if (unknown !== undefined)
		throw new UsageError(`Unknown tool in --tools: ${unknown}. Valid tools: ${names.join(", ")}`);
	return all.filter((tool) => wanted.includes(tool.name));
}

function asLevel(text: string): ThinkingLevel | undefined {
	return thinkingLevels.find((level) => level === text);
}
