import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { bearerHeaders } from "../openai-completions/request/headers.ts";
import { responsesBody } from "../responses/body.ts";
import { encodeHistory, orphanNote } from "../responses/history.ts";

/** The backend rejects a request without instructions. */
const defaultInstructions = "You are a helpful coding agent.";

export function encode(call: ModelCall): WireRequest {
	const { settings, opening, extra } = responsesBody(call, {
		outputCap: false,
		sampling: false,
		alwaysInstructions: true,
	});
	const history = encodeHistory(call, call.context.messages, {
		orphanResults: "note",
		orphanNote: orphanNote((result) => `[Previous tool result; call_id=${result.toolCallId}]`),
	});
	const accountId = decodeAccountId(call.apiKey);
	const { sessionId } = call.options;
	return {
		url: buildUrl(call.model.baseUrl),
		headers: {
			...(accountId && { "chatgpt-account-id": accountId }),
			...(sessionId && { session_id: sessionId }),
			"openai-beta": "responses=experimental",
			...bearerHeaders(call),
		},
		body: {
			instructions: defaultInstructions,
			...settings,
			store: false,
			input: [...opening, ...history.items.flat()],
			...extra,
		},
	};
}

function buildUrl(baseUrl: string): string {
	const base = baseUrl.replace(/\/+$/, "");
	return base.endsWith("/codex") ? `${base}/responses` : `${base}/codex/responses`;
}

/** The account of a ChatGPT token, from its claims; `undefined` for other tokens. */
function decodeAccountId(token: string | undefined): string | undefined {
	const payload = token?.split(".")[1];
	if (!payload) return undefined;
	try {
		const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
		const auth = (claims as Record<string, { chatgpt_account_id?: unknown } | undefined>)[claimName];
		return typeof auth?.chatgpt_account_id === "string" ? auth.chatgpt_account_id : undefined;
	} catch {
		// Not a JWT; the host will report it.
		return undefined;
	}
}

const claimName = "https://api.openai.com/auth";
