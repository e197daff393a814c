import { join } from "node:path";
import { withCredentials } from "@oh-my-pi/pi-ai/auth/with-credentials";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import { compactionProtocols } from "@oh-my-pi/pi-ai/stream/compaction";
import { type CustomApis, withCustomApis } from "@oh-my-pi/pi-ai/stream/custom-api";
import { createStream, type StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { sharedInFlightLimit } from "@oh-my-pi/pi-ai/transport/in-flight";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { withImagePolicy } from "../conversation/images/with-image-policy.ts";
import { resolveDirectories } from "../process/directories.ts";
import { providerSettings } from "../settings/sections/model/providers.ts";
import type { Settings } from "../settings/settings.ts";
import { badRequestLog } from "./bad-request-log.ts";
import { withRequestPreferences } from "./request-preferences.ts";

/**
 * Streams from a provider, or from the offline guide when no provider is configured. A request of a conversation passes, from
 * the outside in:
 *
 * 1. `wrapStream` of its hooks: rules that stop a reply, early stop, extensions (`makeAgent`)
 * 2. the usage meter, which admits and counts it (`openConversation`)
 * 3. the image policy
 * 4. preferences of the user: sampling, retries, timeouts
 * 5. the session ids for the provider
 * 6. credentials
 * 7. the offline guide, then protocols of extensions
 * 8. the protocol of the model
 *
 * Requests beside the turns, such as compaction and `/btw`, begin at 2. A `streamFn` of an embedding program takes the place
 * of 3 to 8.
 */
export function modelStream(options: {
	host: Host;
	registry: ModelRegistry;
	settings: Settings;
	/** Those of extensions; they come and go. */
	customApis?: CustomApis;
	/** Session ids for the provider, if given. */
	continuity?: { readonly providerSessionId?: string | undefined; readonly promptCacheKey?: string | undefined };
}): StreamFn {
	const { host, registry, settings, customApis = new Map() } = options;
	const { logs, cache } = resolveDirectories(host);
	const limits = settings.get(providerSettings.maxInFlightRequests);
	const stream = createStream({
		host,
		protocols: new Map([...builtInProtocols, ...compactionProtocols]),
		inFlight: sharedInFlightLimit(join(cache, "in-flight"), limits),
		keepBadRequest: badRequestLog(logs, host),
	});
	const offline = async () => (await import("@oh-my-pi/pi-ai/offline/guide")).offlineGuide(host.now);
	const asked = withCredentials(
		withCustomApis(withCustomApis(stream, customApis), new Map([["offline", offline]])),
		registry,
		host.now,
	);
	const named = withContinuity(asked, options.continuity ?? {});
	return withImagePolicy(withRequestPreferences(named, settings), settings, host.env);
}

function withContinuity(
	stream: StreamFn,
	{
		providerSessionId: sessionId,
		promptCacheKey,
	}: { providerSessionId?: string | undefined; promptCacheKey?: string | undefined },
): StreamFn {
	if (sessionId === undefined && promptCacheKey === undefined) return stream;
	const names = {
		...(sessionId !== undefined && { sessionId }),
		...(promptCacheKey !== undefined && { promptCacheKey }),
	};
	return (model, context, options) => stream(model, context, { ...options, ...names });
}
