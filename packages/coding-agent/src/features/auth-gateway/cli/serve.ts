import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { ServiceTokenFile } from "../../../accounts/service-token.ts";
import { jsonLines } from "../../../http-service/access-log.ts";
import { parseBind } from "../../../http-service/bind-address.ts";
import { runService } from "../../../http-service/run-service.ts";
import { ServiceError } from "../../../http-service/service-error.ts";
import { CliError } from "../../../process/usage-error.ts";
import { version } from "../../../process/version.ts";
import { ClientKeys, gatewayTokenPath, ownerClient } from "../server/clients.ts";
import { createCount } from "../server/count-tokens.ts";
import { startGatewayService } from "../server/gateway-service.ts";
import { createUpstream } from "../server/upstream.ts";
import type { GatewayAction } from "./auth-gateway.ts";
import { openGatewayRegistry } from "./open-registry.ts";

export const usualBind = { host: "127.0.0.1", port: 4000 };

export const serveGateway: GatewayAction = async ({ flags }, baseHost, io) => {
	const { host, settings, registry, brokerUrl } = await openGatewayRegistry(baseHost);
	using _registry = registry;
	const { now } = host;
	const write = (line: string) => void io.stdout.write(line);
	const log = (event: string, facts: Readonly<Record<string, unknown>>) =>
		write(`${JSON.stringify({ time: new Date(now()).toISOString(), event, ...facts })}\n`);
	const bind = flags.get("bind");
	const file = new ServiceTokenFile(gatewayTokenPath(host));
	const keys = new ClientKeys(host);
	const isOpen = flags.has("no-auth");
	if (!isOpen) await file.ensure();
	registry.store.remote?.follow();
	void ignoreFailure(registry.refresh(), "the models that are known already still hold");
	try {
		await using service = startGatewayService({
			host,
			registry,
			upstream: createUpstream({ host, registry, settings }),
			count: createCount({ host, registry }),
			bind: typeof bind === "string" ? parseBind(bind, usualBind) : usualBind,
			tokens: isOpen ? undefined : () => allTokens(file, keys),
			client: (name) => keys.list().find((key) => key.name === name) ?? ownerClient,
			version,
			log: jsonLines(write),
			onError: (error) => log("error", { error: error instanceof Error ? error.message : String(error) }),
		});
		log("listening", {
			url: service.url,
			broker: brokerUrl,
			...(isOpen ? { auth: "none" } : { tokenFile: file.path }),
		});
		if (registry.store.problem) log("problem", { error: registry.store.problem });
		await runService(service, io);
	} catch (error) {
		if (error instanceof ServiceError) throw new CliError(error.message);
		throw error;
	}
	log("ended", {});
	return 0;
};

function allTokens(file: ServiceTokenFile, keys: ClientKeys) {
	const own = file.read();
	const clients = keys.list().map(({ name, token }) => ({ client: name, token }));
	return own === undefined ? clients : [{ client: ownerClient.name, token: own }, ...clients];
}
