import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import type { LaunchOptions } from "../cli/launch-options.ts";
import { RewrittenPrompt } from "../conversation/prompt/rewritten-prompt.ts";
import { resumedContext } from "../conversation/session/rebuild-state.ts";
import type { Settings } from "../settings/settings.ts";
import { composeSession, type Session } from "./compose-session.ts";
import { modelStream } from "./model-stream.ts";
import type { ProblemRelay } from "./problem-relay.ts";
import { recordChoice } from "./record-choice.ts";
import { rememberModels } from "./remember-models.ts";
import { sessionLinks } from "./session-links.ts";
import { type StartingModel, startingModel } from "./session-models.ts";
import { promptSource } from "./standing-facts.ts";
import { sessionTools } from "./tools.ts";

/** What was loaded or handed in. */
export interface FoundParts {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly registry: ModelRegistry;
	readonly log: SessionLog;
	readonly problems?: ProblemRelay;
	/** What the user should know from the start. */
	readonly notices?: readonly string[];
}

/** What takes the place of what would be chosen here. */
export interface GivenParts {
	readonly choose?: (found: StartingModel) => StartingModel;
	readonly streamFn?: StreamFn;
	readonly tools?: (found: readonly AgentTool[]) => readonly AgentTool[];
	readonly prompt?: (blocks: readonly string[]) => readonly string[];
}

/** Chooses model, tools and prompt for a log, and makes a session of it all. */
export async function beginSession(
	found: FoundParts,
	options: LaunchOptions,
	given: GivenParts = {},
): Promise<Session> {
	const { host, agentDir, settings, registry, log, problems } = found;
	const folder = { path: host.cwd };
	const notices = [...(found.notices ?? [])];
	const sources = { host, agentDir, settings, flags: options, warn: (text: string) => notices.push(text) };
	const prompt = promptSource(sources, folder);
	// Reading what it is made of takes as long as choosing the model, so both are done at once.
	prompt.preload();
	const context = resumedContext(log, host.now());
	const starting = await startupPhase(host, "conversation/model", () =>
		startingModel(registry, options, context, settings, host),
	);
	const { notice, ...chosen } = given.choose?.(starting) ?? starting;
	recordChoice(log, context, chosen);
	if (notice !== undefined) notices.push(notice);
	const links = sessionLinks(host);
	const change = given.tools && { change: given.tools };
	const tools = sessionTools({ host, settings, registry, options, folder, links, ...change });
	const session = composeSession({
		host,
		agentDir,
		settings,
		registry,
		log,
		context,
		chosen,
		streamFn: given.streamFn ?? modelStream({ host, registry, settings, continuity: options }),
		prompt: given.prompt ? new RewrittenPrompt(prompt, given.prompt) : prompt,
		tools,
		links,
		folder,
		problems,
		notices,
	});
	if (log.path().some(({ type }) => type === "credential_pin")) {
		const { restorePins } = await import("../accounts/pin-account.ts");
		restorePins(log, registry);
	}
	await startupPhase(host, "conversation/prompt", () => session.conversation.refresh());
	rememberModels(session.conversation, registry.store, host.now);
	return session;
}
