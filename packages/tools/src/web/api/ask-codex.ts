import type { KeyService } from "../../services/key-service.ts";
import { ask, eventsIn, ServiceError, textOf } from "./ask-json.ts";
import type { HttpPort } from "./http-port.ts";
import type { Fields } from "./json-fields.ts";

/** The events of one request to the Responses API of a ChatGPT plan. */
export async function askCodex(
	{ http, keys }: { readonly http: HttpPort; readonly keys: KeyService },
	{ signal, maxBytes, body }: { readonly signal: AbortSignal; readonly maxBytes?: number; readonly body: object },
): Promise<readonly Fields[]> {
	const found = await keys.find("openai-codex", signal);
	if (!found) throw new ServiceError("no login", { status: 401 });
	const base = (found.baseUrl ?? "https://chatgpt.com/backend-api").replace(/\/+$/, "");
	const answer = await ask(http, {
		url: base.endsWith("/codex") ? `${base}/responses` : `${base}/codex/responses`,
		headers: {
			authorization: `Bearer ${found.key}`,
			...(found.accountId && { "chatgpt-account-id": found.accountId }),
			"openai-beta": "responses=experimental",
			accept: "text/event-stream",
		},
		body: { ...body, stream: true, store: false },
		signal,
		...(maxBytes !== undefined && { maxBytes }),
		isConfigured: found.baseUrl !== undefined,
	});
	return eventsIn(textOf(answer));
}
