import { join } from "node:path";
import { withCredentials } from "@oh-my-pi/pi-ai/auth/with-credentials";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import { createStream, type StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { sharedInFlightLimit } from "@oh-my-pi/pi-ai/transport/in-flight";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../../process/directories.ts";
import { providerSettings } from "../../../settings/sections/model/providers.ts";
import type { Settings } from "../../../settings/settings.ts";
import { ClientBudgets } from "./client-budgets.ts";
import type { GatewayClient } from "./clients.ts";

/** Streams an answer on behalf of a client. */
export type Upstream = (client: GatewayClient) => StreamFn;

/** Clients wait for the answer, and ask again themselves. */
const networkRetryMs = 8000;

/** The normal way to a provider, with the broker's credentials and within the caps. */
export function createUpstream({
	host,
	registry,
	settings,
}: {
	readonly host: Host;
	readonly registry: ModelRegistry;
	readonly settings: Settings;
}): Upstream {
	const limits = settings.get(providerSettings.maxInFlightRequests);
	const stream = createStream({
		host,
		protocols: builtInProtocols,
		inFlight: sharedInFlightLimit(join(resolveDirectories(host).cache, "in-flight"), limits),
	});
	// Images stay as they are: the client has chosen their size.
	const asked = withCredentials(stream, registry, host.now);
	const budgets = new ClientBudgets({ host, registry, settings });
	return (client) => {
		const limited = budgets.limit(client, asked);
		return (model, context, options) => limited(model, context, { ...options, networkRetryMs });
	};
}
