import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { loadRegistry } from "../models/starting-model.ts";
import { UsageError } from "../process/usage-error.ts";
import { prewalkSettings } from "../settings/sections/advisor.ts";
import { openConversation } from "../workbench/open-conversation.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { ProblemRelay } from "../workbench/problem-relay.ts";
import type { LaunchOptions } from "./launch-options.ts";
import { findClaudeHooks } from "./open-extensions.ts";
import { findMcpServers } from "./open-mcp.ts";
import { type Confirm, openChosenSession } from "./open-session.ts";
import type { Prepared } from "./prepare-start.ts";
import { startWorkbench } from "./start-workbench.ts";

/** Starts the session of a command line. */
export async function startSession(
	prepared: Prepared,
	options: LaunchOptions,
	confirm?: Confirm,
): Promise<OpenedConversation> {
	const { host, agentDir } = prepared;
	const notices = [...prepared.notices, ...options.notices];
	const problems = new ProblemRelay();
	// Its code is loaded while files are being read.
	if (options.extensions.length > 0) void ignoreFailure(import("../extensions/extensions.ts"), "loaded again below");
	const [registry, log] = await Promise.all([
		prepared.started?.workbench.registry ?? startupPhase(host, "models", () => loadRegistry(host, agentDir, options)),
		startupPhase(host, "session", () =>
			openChosenSession(host, agentDir, options, {
				confirm,
				onProblem: problems.report,
				warn: (message) => notices.push(message),
			}),
		),
	]);
	const {
		workbench,
		extensions,
		notices: said,
	} = prepared.started ?? (await startWorkbench(prepared, options, registry));
	notices.push(...said);
	const [claudeHooks, mcp] = await Promise.all([
		findClaudeHooks(workbench, options, notices),
		startupPhase(host, "mcp", () => findMcpServers(workbench, options, notices)),
	]);
	const session = await startupPhase(host, "conversation", () =>
		openConversation(workbench, {
			log,
			model: options,
			noTools: options.noTools,
			...(options.tools && {
				toolNames: extensions?.tools.takeNames(options.tools, extensions.loaded) ?? options.tools,
			}),
			prompt: options,
			problems,
			notices,
		}),
	);
	extensions?.attach(session);
	claudeHooks?.attach(session);
	mcp?.attach(session);
	if (options.addDirs.length > 0) {
		const { addFolders } = await import("../features/workspace-folders.ts");
		await addFolders(session, options.addDirs, prepared.launchFolder);
	}
	if (options.planYolo !== undefined) {
		const { planUnseen } = await import("../features/plan-unseen.ts");
		await planUnseen(session, options.planYolo);
	}
	const prewalk = options.prewalk ?? (workbench.settings.get(prewalkSettings.enabled) && "smol");
	if (prewalk !== false) {
		const { armPrewalk } = await import("../features/prewalk.ts");
		const armed = armPrewalk(session, prewalk);
		// A setting that fits most models is no mistake with this one.
		if (options.prewalk === undefined) await ignoreFailure(armed, "the model stays");
		else await armed.catch((error: Error) => Promise.reject(new UsageError(error.message)));
	}
	return session;
}
