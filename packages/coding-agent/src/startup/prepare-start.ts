import { resolve } from "node:path";
import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { resolveDirectories } from "../process/directories.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { envClaim } from "../trust/env-claim.ts";
import { readLockFile } from "../trust/lock-file.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import type { LaunchOptions } from "./launch-options.ts";
import { startFolder } from "./start-folder.ts";
import type { StartedWorkbench } from "./start-workbench.ts";

/** Everything needed for the first paint. */
export interface Prepared {
	/** Includes the variables of `.env` files. */
	readonly host: Host;
	/** The cwd at launch; paths on the command line are relative to it. */
	readonly launchFolder: string;
	readonly agentDir: string;
	readonly settings: Settings;
	/** Decides what of the project counts. */
	readonly gate: TrustGate;
	/** Notices to show at the start. */
	readonly notices: readonly string[];
	/** What had to be started to understand the command line. */
	readonly started?: StartedWorkbench;
}

export async function prepareStart(
	given: Host,
	options: Pick<LaunchOptions, "configFiles" | "allowHome" | "noPty"> &
		Partial<Pick<LaunchOptions, "trust" | "trustLock">>,
): Promise<Prepared> {
	const { agent: agentDir, config: configDir } = resolveDirectories(given);
	const lockFile = options.trustLock ?? given.env.OMP_TRUST_LOCK;
	const launchGate = new TrustGate({
		agentDir,
		cwd: given.cwd,
		home: given.home,
		now: given.now,
		...(options.trust && { acceptAll: true }),
		...(lockFile && { locked: readLockFile(resolve(given.cwd, lockFile)) }),
	});
	const found = await loadDotEnv(given, agentDir, configDir, (project) => launchGate.admits(envClaim(project)));
	const env = options.noPty ? { ...found, PI_NO_PTY: "1" } : found;
	const { host, notices } = startFolder({ ...given, env }, options);
	const gate = launchGate.at(host.cwd);
	const settings = await startupPhase(host, "settings", () =>
		loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles, gate }),
	);
	return { host, launchFolder: given.cwd, agentDir, settings, gate, notices };
}
