import { resolveCompat } from "../../compat/resolve.ts";
import { userAgent } from "../../identity.ts";
import { initiatorHeaders } from "../../protocol/initiator.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { resolveCacheRetention } from "./cache-control.ts";
import { customHeaders, isFoundry } from "./foundry.ts";
import { asksForSpeed } from "./speed.ts";
import { isOfficialHost } from "./thinking.ts";

export function buildHeaders(
	call: ModelCall,
	uses: { thinking: boolean; effort: boolean; strictTools: boolean },
): Record<string, string> {
	const { model, options, apiKey, context } = call;
	const oauth = apiKey?.startsWith("sk-ant-oat") ?? false;
	const isGatewayToken = apiKey !== undefined && apiKey === call.env.ANTHROPIC_AUTH_TOKEN;
	const bearerOnly = oauth || isGatewayToken || isFoundry(call);
	const betas: string[] = [];
	const adaptive = model.thinking?.mode === "anthropic-adaptive";
	const interleaving = uses.thinking && !adaptive && (context.tools?.length ?? 0) > 0;
	if (interleaving && call.env.PI_NO_INTERLEAVED_THINKING !== "1") betas.push("interleaved-thinking-2025-05-14");
	if (uses.effort) betas.push("effort-2025-11-24");
	if (uses.thinking && isOfficialHost(model)) betas.push("context-management-2025-06-27");
	if (resolveCacheRetention(call) === "long") betas.push("extended-cache-ttl-2025-04-11");
	if (uses.strictTools) betas.push("structured-outputs-2025-12-15");
	if (asksForSpeed(call)) betas.push("fast-mode-2026-02-01");
	if (oauth) betas.push("oauth-2025-04-20");
	return {
		"content-type": "application/json",
		accept: "text/event-stream",
		"user-agent": userAgent,
		"anthropic-version": "2023-06-01",
		...(betas.length > 0 && { "anthropic-beta": betas.join(",") }),
		...(apiKey && !bearerOnly && { "x-api-key": apiKey }),
		...(apiKey && (bearerOnly || model.compat?.authHeader) && { authorization: `Bearer ${apiKey}` }),
		...(resolveCompat(model).initiatorHeaders && initiatorHeaders(call)),
		...customHeaders(call),
		...model.headers,
		...options.headers,
	};
}
