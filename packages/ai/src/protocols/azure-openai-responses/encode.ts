import type { ModelCall, WireRequest } from "../../protocol.ts";
import { bearerHeaders } from "../openai-completions/headers.ts";
import { responsesBody } from "../responses/body.ts";
import { encodeHistory, orphanNote } from "../responses/history.ts";
import { deploymentOf, endpointOf } from "./endpoint.ts";

export function encode(call: ModelCall): WireRequest {
	const { settings, opening, extra } = responsesBody(call, {
		outputCap: true,
		sampling: true,
		alwaysInstructions: false,
	});
	const history = encodeHistory(call, call.context.messages, {
		orphanResults: "note",
		orphanNote: orphanNote((result) => `[Orphan ${result.toolName} result; call_id=${result.toolCallId}]:`),
	});
	const { authorization: _, ...headers } = bearerHeaders(call);
	return {
		url: endpointOf(call),
		headers: { ...(call.apiKey && { "api-key": call.apiKey }), ...headers },
		body: {
			...settings,
			model: deploymentOf(call),
			store: false,
			input: [...opening, ...history.items.flat()],
			...extra,
		},
	};
}
