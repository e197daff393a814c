import { brokerTokenPath } from "../../../accounts/broker-access.ts";
import { ServiceTokenFile } from "../../../accounts/service-token.ts";
import type { BrokerAction } from "./auth-broker.ts";

/** Prints what clients need. */
export const brokerToken: BrokerAction = async ({ flags }, host, io) => {
	const file = new ServiceTokenFile(brokerTokenPath(host));
	const token = flags.has("regenerate") ? await file.replace() : await file.ensure();
	await io.stdout.write(flags.has("json") ? `${JSON.stringify({ token, path: file.path })}\n` : `${token}\n`);
	return 0;
};
