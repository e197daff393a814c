import { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import { brokerTokenPath } from "../../../accounts/broker-access.ts";
import { ServiceTokenFile } from "../../../accounts/service-token.ts";
import { jsonLines } from "../../../http-service/access-log.ts";
import { parseBind } from "../../../http-service/bind-address.ts";
import { runService } from "../../../http-service/run-service.ts";
import { ServiceError } from "../../../http-service/service-error.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { CliError } from "../../../process/usage-error.ts";
import { version } from "../../../process/version.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { Broker } from "../server/broker.ts";
import { startBrokerService } from "../server/broker-service.ts";
import { refreshInProcess } from "../server/refresh-process.ts";
import type { BrokerAction } from "./auth-broker.ts";

export const usualBind = { host: "127.0.0.1", port: 8765 };

export const serveBroker: BrokerAction = async (args, baseHost, io) => {
	const { host } = await prepareStart(baseHost, { configFiles: [], allowHome: true, noPty: false });
	const { agent: agentDir } = resolveDirectories(host);
	const { now } = host;
	const write = (line: string) => void io.stdout.write(line);
	const log = (event: string, facts: Readonly<Record<string, unknown>>) =>
		write(`${JSON.stringify({ time: new Date(now()).toISOString(), event, ...facts })}\n`);
	const bindFlag = args.flags.get("bind");
	const tokens = new ServiceTokenFile(brokerTokenPath(host));
	const isNew = tokens.read() === undefined;
	await tokens.ensure();
	log("token", { path: tokens.path, mode: "0600", ...(isNew && { created: true }) });
	using store = await CredentialStore.open(agentDir, now);
	// What was refreshed must survive a power failure, too.
	store.database.run("PRAGMA synchronous = FULL");
	const script = process.execPath.endsWith("bun") ? process.argv[1] : undefined;
	using broker = new Broker({ store, agentDir, now, log, refresh: refreshInProcess(host, script) });
	try {
		await using service = startBrokerService({
			broker,
			bind: typeof bindFlag === "string" ? parseBind(bindFlag, usualBind) : usualBind,
			token: () => tokens.read(),
			version,
			now,
			log: jsonLines(write),
			onError: (error) => log("error", { error: error instanceof Error ? error.message : String(error) }),
		});
		log("listening", { url: service.url });
		broker.start();
		await runService(service, io);
	} catch (error) {
		if (error instanceof ServiceError) throw new CliError(error.message);
		throw error;
	}
	log("ended", {});
	return 0;
};
