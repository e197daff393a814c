import { BrokerClient } from "@oh-my-pi/pi-ai/auth/broker/broker-client";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { brokerUrl, resolveBrokerAccess } from "../../../accounts/broker-access.ts";
import { ServiceTokenFile } from "../../../accounts/service-token.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { gatewayTokenPath } from "../server/clients.ts";
import type { GatewayAction } from "./auth-gateway.ts";

/** Whether a gateway could serve: its token, its broker, and what that has. */
export const gatewayStatus: GatewayAction = async ({ flags }, baseHost, io) => {
	const { host, settings } = await prepareStart(baseHost, { configFiles: [], allowHome: true, noPty: false });
	const file = new ServiceTokenFile(gatewayTokenPath(host));
	const tokenPresent = file.read() !== undefined;
	const broker = (await brokerUrl(host, settings)) ?? null;
	let credentialCount: number | null = null;
	let reason = broker === null ? "broker_missing" : undefined;
	let detail: string | undefined;
	if (broker !== null) {
		try {
			const access = await resolveBrokerAccess(host, settings);
			const snapshot = access && (await new BrokerClient(access, fetch).snapshot());
			credentialCount = snapshot?.credentials.length ?? 0;
			if (credentialCount === 0) reason = "no_credentials";
		} catch (error) {
			reason = "broker_unavailable";
			detail = errorMessage(error);
		}
	}
	if (!tokenPresent) reason = "token_missing";
	const status = {
		ready: reason === undefined,
		...(reason && { reason }),
		...(detail && { detail }),
		tokenFile: file.path,
		tokenPresent,
		broker,
		brokerConfigured: broker !== null,
		brokerAuthenticated: credentialCount !== null,
		credentialCount,
	};
	const text = status.ready
		? `Ready: ${credentialCount} credentials from ${broker}, token in ${file.path}\n`
		: `Not ready: ${reason}${detail ? ` (${detail})` : ""}\n`;
	await io.stdout.write(flags.has("json") ? `${JSON.stringify(status)}\n` : text);
	return status.ready ? 0 : 1;
};
