import { BrokerError } from "@oh-my-pi/pi-ai/auth/broker/broker-error";
import { brokerUrl } from "../../../accounts/broker-access.ts";
import { CliError } from "../../../process/usage-error.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { configuredBroker } from "./prepare.ts";

/** Whether the broker of this machine answers, and accepts its token. */
export const brokerStatus: BrokerAction = async ({ flags }, baseHost, io) => {
	const { host, settings } = await prepareStart(baseHost, { configFiles: [], allowHome: true, noPty: false });
	const json = flags.has("json");
	const url = await brokerUrl(host, settings);
	const fail = async (message: string): Promise<number> => {
		if (json)
			await io.stdout.write(`${JSON.stringify({ url: url ?? null, ok: false, version: null, error: message })}\n`);
		else await io.stderr.write(`${message}\n`);
		return 1;
	};
	if (url === undefined) return fail("No broker is configured: set auth.broker.url or OMP_AUTH_BROKER_URL.");
	try {
		const broker = await configuredBroker({ host, settings });
		const { version } = (await broker?.health()) ?? { version: "unknown" };
		await broker?.snapshot();
		await io.stdout.write(
			json ? `${JSON.stringify({ url, ok: true, version })}\n` : `OK ${url} (version=${version})\n`,
		);
		return 0;
	} catch (error) {
		if (error instanceof BrokerError || error instanceof CliError) return fail(error.message);
		throw error;
	}
};
