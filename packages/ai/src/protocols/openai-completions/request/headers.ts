import { resolveCompat } from "../../../compat/resolve.ts";
import { appName, appUrl, userAgent } from "../../../identity.ts";
import { initiatorHeaders } from "../../../protocol/initiator.ts";
import type { ModelCall } from "../../../protocol/protocol.ts";

/** Headers of a host with bearer authentication, like all OpenAI-compatible ones. */
export function bearerHeaders(call: ModelCall): Record<string, string> {
	const { model, options, apiKey } = call;
	const compat = resolveCompat(model);
	return {
		"content-type": "application/json",
		accept: "text/event-stream",
		"user-agent": userAgent,
		...(apiKey && { authorization: `Bearer ${apiKey}` }),
		...(compat.gateway === "openrouter" && { "http-referer": appUrl, "x-title": appName }),
		...(compat.initiatorHeaders && initiatorHeaders(call)),
		...model.headers,
		...options.headers,
	};
}
