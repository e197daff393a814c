import type { AccessLine } from "../../../http-service/access-log.ts";
import type { BindAddress } from "../../../http-service/bind-address.ts";
import { type HttpService, startHttpService } from "../../../http-service/http-service.ts";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Broker } from "./broker.ts";
import { credentialRoutes } from "./credential-routes.ts";
import { snapshotRoutes } from "./snapshot-routes.ts";
import { usageRoutes } from "./usage-routes.ts";

export interface BrokerServiceOptions {
	readonly broker: Broker;
	readonly bind: BindAddress;
	/** Asked with every request, so that a replaced token holds at once. */
	readonly token: () => string | undefined;
	readonly version: string;
	readonly now: () => number;
	readonly log: (line: AccessLine) => void;
	readonly onError: (error: unknown) => void;
}

/** Streams stay open, so each client counts as a request. */
const mostClients = 8192;

/** Serves the broker over HTTP. */
export function startBrokerService(options: BrokerServiceOptions): HttpService {
	const { broker, bind, token, version, now, log, onError } = options;
	return startHttpService({
		bind,
		tokens: () => {
			const current = token();
			return current === undefined ? [] : [{ client: "client", token: current }];
		},
		routes: [
			{ method: "GET", path: "/v1/healthz", open: true, handle: () => jsonResponse({ ok: true, version }) },
			...snapshotRoutes(broker),
			...credentialRoutes(broker, now),
			...usageRoutes(broker, now),
		],
		limits: { maxRequests: mostClients },
		now,
		log,
		onError,
	});
}
