import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { approvalSettings } from "../settings/sections/approval.ts";
import { beginSession } from "./begin-session.ts";
import type { Session } from "./compose-session.ts";
import { resolveDirectories } from "./directories.ts";
import { type Confirm, openChosenSession } from "./open-session.ts";
import { ProblemRelay } from "./problem-relay.ts";
import { loadRegistry } from "./session-models.ts";

/** The session that a command line asks for. */
export async function startSession(given: Host, options: LaunchOptions, confirm?: Confirm): Promise<Session> {
	const { agent: agentDir, config: configDir } = resolveDirectories(given, options.profile);
	const host = { ...given, env: await loadDotEnv(given, agentDir, configDir) };
	const problems = new ProblemRelay();
	const [settings, registry, log] = await Promise.all([
		loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles }),
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
