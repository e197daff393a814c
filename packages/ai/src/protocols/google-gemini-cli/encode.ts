import { userAgent } from "../../identity.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { isClaude, isGemini3 } from "../google/family.ts";
import { requestBody } from "../google/request-body.ts";

/** The usual request in the envelope of Google's code-assist service. */
export function encode(call: ModelCall): WireRequest {
	const { model, options, env } = call;
	const key = call.apiKey ? parseCodeAssistKey(call.apiKey) : undefined;
	const project = key?.projectId ?? env.GOOGLE_CLOUD_PROJECT;
	return {
		url: `${model.baseUrl.replace(/\/+$/, "")}/v1internal:streamGenerateContent?alt=sse`,
		headers: {
			"content-type": "application/json",
			accept: "text/event-stream",
			"user-agent": userAgent,
			...(key && { authorization: `Bearer ${key.token}` }),
			...model.headers,
			...options.headers,
		},
		body: {
			model: model.id,
			...(project && { project }),
			request: {
				...requestBody(call, { ids: isGemini3(model) || isClaude(model) }),
				...(options.sessionId && { session_id: options.sessionId }),
			},
			...model.compat?.extraBody,
		},
	};
}

/** The credential for Google's code-assist service: a token and the account's project. */
interface CodeAssistKey {
	readonly token: string;
	readonly projectId?: string;
}

/** Parses a key of the credential store: JSON with token and project, or the bare token. */
function parseCodeAssistKey(apiKey: string): CodeAssistKey {
	let parsed: unknown;
	try {
		parsed = JSON.parse(apiKey);
	} catch {
		return { token: apiKey };
	}
	if (typeof parsed !== "object" || parsed === null) return { token: apiKey };
	const { token, projectId } = parsed as { token?: unknown; projectId?: unknown };
	return {
		token: typeof token === "string" ? token : "",
		...(typeof projectId === "string" && projectId !== "" && { projectId }),
	};
}

export function formatCodeAssistKey(key: CodeAssistKey): string {
	return JSON.stringify(key);
}
