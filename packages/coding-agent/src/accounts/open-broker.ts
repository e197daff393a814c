import { hostname } from "node:os";
import { join } from "node:path";
import type { OpenRemoteAccounts } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { resolveDirectories } from "../process/directories.ts";
import { installId } from "../process/install-id.ts";
import { CliError } from "../process/usage-error.ts";
import { resolveBrokerAccess } from "./broker-access.ts";

const usualTtlMs = 3_600_000;

/** Opens the accounts of the broker that is configured. Nothing is loaded without one. */
export function brokerOpener(host: Host, settings: () => SettingsReader | Promise<SettingsReader>): OpenRemoteAccounts {
	return async () => {
		const access = await resolveBrokerAccess(host, await settings());
		if (!access) return undefined;
		const [{ BrokerAccounts }, { BrokerError }, { loadAccountPool }] = await Promise.all([
			import("@oh-my-pi/pi-ai/auth/broker/broker-accounts"),
			import("@oh-my-pi/pi-ai/auth/broker/broker-error"),
			import("@oh-my-pi/pi-ai/auth/broker/account-pool"),
		]);
		const { env, now } = host;
		const poolFile = env.OMP_AUTH_BROKER_ACCOUNT_POOL_FILE;
		const pool = poolFile ? await loadAccountPool(poolFile).catch(asCliError) : undefined;
		const path = env.OMP_AUTH_BROKER_SNAPSHOT_CACHE || join(resolveDirectories(host).cache, "auth-broker-snapshot.enc");
		try {
			return await BrokerAccounts.open({
				...{ access, cache: { path, ttlMs: cacheTtlMs(env) }, pool, fetch, now },
				installation: {
					id: () => installId(join(resolveDirectories(host).config, "install-id")),
					hostname: hostname(),
				},
			});
		} catch (error) {
			if (!(error instanceof BrokerError)) throw error;
			throw new CliError(`${error.message}. Copy the token again from the broker: omp auth-broker token`);
		}
	};
}

function cacheTtlMs({ OMP_AUTH_BROKER_SNAPSHOT_TTL_MS: text }: Host["env"]): number {
	const ttlMs = text ? Number(text) : usualTtlMs;
	if (Number.isFinite(ttlMs) && ttlMs >= 0) return ttlMs;
	throw new CliError(`OMP_AUTH_BROKER_SNAPSHOT_TTL_MS is not a number of milliseconds: ${text}`);
}

function asCliError(error: unknown): never {
	throw new CliError(errorMessage(error));
}
