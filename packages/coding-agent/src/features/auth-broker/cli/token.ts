import { brokerTokenPath, brokerUrl } from "../../../accounts/broker-access.ts";
import { ServiceTokenFile } from "../../../accounts/service-token.ts";
import { isLoopback } from "../../../http-service/bind-address.ts";
import { CliError } from "../../../process/usage-error.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import type { BrokerAction } from "./auth-broker.ts";

/** Prints what clients need. A machine that uses a broker elsewhere has no token to make. */
export const brokerToken: BrokerAction = async ({ flags }, baseHost, io) => {
	const { host, settings } = await prepareStart(baseHost, { configFiles: [], allowHome: true, noPty: false });
	const file = new ServiceTokenFile(brokerTokenPath(host));
	const used = await brokerUrl(host, settings);
	const regenerates = flags.has("regenerate");
	if (used !== undefined && (file.read() === undefined || (regenerates && !isHere(used)))) {
		throw new CliError(
			`This machine uses the broker at ${used}, whose token is made where it runs: omp auth-broker token${regenerates ? " --regenerate" : ""}`,
		);
	}
	const token = regenerates ? await file.replace() : await file.ensure();
	await io.stdout.write(flags.has("json") ? `${JSON.stringify({ token, path: file.path })}\n` : `${token}\n`);
	return 0;
};

function isHere(url: string): boolean {
	return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ""));
}
