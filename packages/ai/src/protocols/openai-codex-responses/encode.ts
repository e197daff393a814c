import type { ModelCall, WireRequest } from "../../protocol.ts";
import { bearerHeaders } from "../openai-completions/headers.ts";
import { responsesBody } from "../responses/body.ts";
import { encodeHistory, orphanNote } from "../responses/history.ts";
import { accountIdOf } from "./account.ts";

/** The backend refuses a request without instructions. */
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
	const accountId = accountIdOf(call.apiKey);
	const { sessionId } = call.options;
	return {
		url: urlOf(call.model.baseUrl),
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

function urlOf(baseUrl: string): string {
	const base = baseUrl.replace(/\/+$/, "");
	return base.endsWith("/codex") ? `${base}/responses` : `${base}/codex/responses`;
}
