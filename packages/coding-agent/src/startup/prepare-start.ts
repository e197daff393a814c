import { resolve } from "node:path";
import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { resolveDirectories } from "../process/directories.ts";
import { loadSettings } from "../settings/load/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { envClaim } from "../trust/env-claim.ts";
import { readLockFile } from "../trust/lock-file.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import type { LaunchOptions } from "./launch-options.ts";
import { startFolder } from "./start-folder.ts";

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
}

export async function prepareStart(
	launchHost: Host,
	options: Pick<LaunchOptions, "configFiles" | "allowHome" | "noPty"> &
		Partial<Pick<LaunchOptions, "trust" | "trustLock">> & { readonly agentDir?: string },
): Promise<Prepared> {
	const { agent, config: configDir } = resolveDirectories(launchHost);
	const { agentDir = agent } = options;
	const lockFile = options.trustLock ?? launchHost.env.OMP_TRUST_LOCK;
	const launchGate = new TrustGate({
		agentDir,
		cwd: launchHost.cwd,
		home: launchHost.home,
		now: launchHost.now,
		...(options.trust && { acceptAll: true }),
		...(lockFile && { locked: readLockFile(resolve(launchHost.cwd, lockFile)) }),
	});
	const found = await loadDotEnv(launchHost, agentDir, configDir, (project) => launchGate.admits(envClaim(project)));
	await launchHost.trustAuthorities?.(found);
	const env = options.noPty ? { ...found, PI_NO_PTY: "1" } : found;
	const { host, notices } = startFolder({ ...launchHost, env }, options);
	const gate = launchGate.at(host.cwd);
	const settings = await startupPhase(host, "settings", () =>
		loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles, gate }),
	);
	return { host, launchFolder: launchHost.cwd, agentDir, settings, gate, notices };
}
