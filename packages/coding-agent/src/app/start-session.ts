import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { SessionContext } from "@oh-my-pi/pi-session/context";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import type { ChosenModel } from "../conversation/model-choice.ts";
import { resumedContext } from "../conversation/session/rebuild-state.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { approvalSettings } from "../settings/sections/approval.ts";
import { composeSession, type Session } from "./compose-session.ts";
import { resolveDirectories } from "./directories.ts";
import { modelStream } from "./model-stream.ts";
import { type Confirm, openChosenSession } from "./open-session.ts";
import { ProblemRelay } from "./problem-relay.ts";
import { rememberModels } from "./remember-models.ts";
import { sessionLinks } from "./session-links.ts";
import { loadRegistry, startingModel } from "./session-models.ts";
import { promptSource } from "./standing-facts.ts";
import { sessionTools } from "./tools.ts";

export async function startSession(given: Host, options: LaunchOptions, confirm?: Confirm): Promise<Session> {
	const { agent: agentDir, config: configDir } = resolveDirectories(given, options.profile);
	const host = { ...given, env: await loadDotEnv(given, agentDir, configDir) };
	const problems = new ProblemRelay();
	const [settings, registry, log] = await Promise.all([
		loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles }),
		loadRegistry(host, agentDir, options),
		openChosenSession(host, agentDir, options, { confirm, onProblem: problems.report }),
	]);
	if (options.approvalMode) settings.override(approvalSettings.approvalMode, options.approvalMode);
	const context = resumedContext(log, host.now());
	const { notice, ...chosen } = await startingModel(registry, options, context, settings, host);
	recordChoice(log, context, chosen);
	const folder = { path: host.cwd };
	const links = sessionLinks(host);
	const tools = sessionTools({ host, settings, options, folder, links });
	const warnings: string[] = [];
	const sources = { host, agentDir, settings, flags: options, warn: (text: string) => warnings.push(text) };
	const session = composeSession({
		host,
		agentDir,
		settings,
		registry,
		log,
		context,
		chosen,
		streamFn: modelStream({ host, registry, settings, configDir }),
		prompt: promptSource(sources, folder),
		tools,
		links,
		folder,
		problems,
		notices: notice === undefined ? warnings : [...warnings, notice],
	});
	await session.conversation.refresh();
	rememberModels(session.conversation, registry.store, host.now);
	return session;
}

/** Writes down what the session is going on with, where the log does not say so already. */
export function recordChoice(log: SessionLog, context: SessionContext, { model, thinkingLevel }: ChosenModel): void {
	if (model && context.models.default !== selectorOf(model)) log.appendModelChange(selectorOf(model));
	const isLevelRecorded = context.isThinkingLevelRecorded && context.thinkingLevel === thinkingLevel;
	if (!isLevelRecorded) log.appendThinkingLevelChange(thinkingLevel);
}
