import { ServiceTokenFile } from "../../../accounts/service-token.ts";
import { gatewayTokenPath } from "../server/clients.ts";
import type { GatewayAction } from "./auth-gateway.ts";

/** Prints what programs need; `key add` makes one for each. */
export const gatewayToken: GatewayAction = async ({ flags }, host, io) => {
	const file = new ServiceTokenFile(gatewayTokenPath(host));
	const token = flags.has("regenerate") ? await file.replace() : await file.ensure();
	await io.stdout.write(flags.has("json") ? `${JSON.stringify({ token, path: file.path })}\n` : `${token}\n`);
	return 0;
};
