import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { extensionsFeature } from "../features/extensions/feature.ts";
import { loadRegistry } from "../models/starting-model.ts";
import { UsageError } from "../process/usage-error.ts";
import { approvalSettings } from "../settings/sections/agent/approval.ts";
import { prewalkSettings } from "../settings/sections/services/advisor.ts";
import { type Confirm, openChosenSession } from "../startup/open-session.ts";
import type { Prepared } from "../startup/prepare-start.ts";
import { ProblemRelay } from "../workbench/contract/problem-relay.ts";
import type { SessionRequest } from "../workbench/contract/session-request.ts";
import { openConversation } from "../workbench/open/open-conversation.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { type StartedWorkbench, startWorkbench } from "./start-workbench.ts";

/** A start that may have gone further than usual. */
export interface PreparedSession extends Prepared {
	/** What had to be started to understand the command line. */
	readonly started?: StartedWorkbench;
}

/**
 * Opens a session. Every entry point does it here: terminal, print, RPC, ACP, MCP server and SDK. `confirm` asks which session is
 * meant, where somebody is there to answer.
 */
export async function openSession(
	prepared: PreparedSession,
	request: SessionRequest,
	confirm?: Confirm,
): Promise<OpenedConversation> {
	const { host, agentDir, started } = prepared;
	const notices = [...prepared.notices, ...(request.notices ?? [])];
	const problems = new ProblemRelay();
	const [registry, log] = await Promise.all([
		started?.workbench.registry ??
			request.registry ??
			startupPhase(host, "models", () => loadRegistry(host, agentDir, prepared.settings, request)),
		request.log ??
			startupPhase(host, "session", () =>
				openChosenSession(host, agentDir, request, {
					confirm,
					onProblem: problems.report,
					warn: (message) => notices.push(message),
				}),
			),
	]);
	registry.store.remote?.follow();
	const { workbench, notices: startNotices } = started ?? (await startWorkbench(prepared, request, registry));
	notices.push(...startNotices);
	const extensions = workbench.features.find(extensionsFeature)?.extensions;
	const policies = prepared.settings.get(approvalSettings.approval);
	if (Object.keys(policies).length > 0) {
		const { unknownPolicies } = await import("../workbench/tools/unknown-policies.ts");
		const names = (extensions?.loaded ?? []).flatMap((extension) => [...extension.tools.keys()]);
		notices.push(...unknownPolicies(policies, names));
	}
	const { tools, noTools = false } = request;
	const session = await startupPhase(host, "conversation", () =>
		openConversation(workbench, {
			log,
			model: request,
			noTools,
			...(tools && { toolNames: extensions?.tools.takeNames(tools, extensions.loaded) ?? tools }),
			prompt: request,
			...request.conversation,
			problems,
			notices,
		}),
	);
	await workbench.features.opened(session);
	await applyRequest(session, prepared, request);
	return session;
}

/** What the flags want of a session that is open. */
async function applyRequest(session: OpenedConversation, prepared: Prepared, request: SessionRequest): Promise<void> {
	const { addDirs = [] } = request;
	if (addDirs.length > 0) {
		const { addFolders } = await import("../session-actions/workspace-folders.ts");
		await addFolders(session, addDirs, prepared.launchFolder);
	}
	const prewalk = request.prewalk ?? (session.settings.get(prewalkSettings.enabled) && "smol");
	if (prewalk === false || request.isBare) return;
	const { armPrewalk } = await import("../session-actions/prewalk.ts");
	const armed = armPrewalk(session, prewalk);
	// A setting that fits most models is no mistake with this one.
	if (request.prewalk === undefined) await ignoreFailure(armed, "the model stays");
	else await armed.catch((error: Error) => Promise.reject(new UsageError(error.message)));
}
