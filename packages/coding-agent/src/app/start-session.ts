import type { LaunchOptions } from "../cli/launch-options.ts";
import { approvalSettings } from "../settings/sections/approval.ts";
import { beginSession } from "./begin-session.ts";
import type { Session } from "./compose-session.ts";
import { type Confirm, openChosenSession } from "./open-session.ts";
import type { Prepared } from "./prepare-start.ts";
import { ProblemRelay } from "./problem-relay.ts";
import { loadRegistry } from "./session-models.ts";

/** The session that a command line asks for. */
export async function startSession(prepared: Prepared, options: LaunchOptions, confirm?: Confirm): Promise<Session> {
	const { host, agentDir, configDir, settings } = prepared;
	const problems = new ProblemRelay();
	const [registry, log] = await Promise.all([
		loadRegistry(host, agentDir, options),
		openChosenSession(host, agentDir, options, { confirm, onProblem: problems.report }),
	]);
	if (options.mode === "rpc" || options.mode === "rpc-ui") {
		const { useHostDefaults } = await import("./host-controlled.ts");
		useHostDefaults(settings);
	}
	if (options.approvalMode) settings.override(approvalSettings.approvalMode, options.approvalMode);
	return beginSession({ host, agentDir, configDir, settings, registry, log, problems }, options);
}
