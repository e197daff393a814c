import type { CloudCredentials } from "../../cloud/credentials/cloud-credentials.ts";
import { defineProtocol, type ModelCall, type WireRequest } from "../../protocol/protocol.ts";
import * as anthropic from "../anthropic-messages/step.ts";
import { isClaude } from "../google/family.ts";
import * as gemini from "../google/step.ts";
import { encode } from "./encode.ts";
import { completeEndpoint, isExpress } from "./endpoint.ts";

/** Each publisher on Vertex has its own response format. */
type State =
	| { readonly publisher: "anthropic"; readonly inner: anthropic.State }
	| { readonly publisher: "google"; readonly inner: gemini.State };

export const googleVertex = defineProtocol<State>({
	api: "google-vertex",
	framing: "sse",
	transportRetries: 0,
	// Gemini sometimes thinks without answering.
	repeatsCostlyEmpties: true,
	encode,
	authorize,
	refused,
	start: (call) =>
		isClaude(call.model)
			? { publisher: "anthropic", inner: anthropic.start(call) }
			: { publisher: "google", inner: gemini.start(call) },
	step: (state, frame, reply) =>
		state.publisher === "anthropic"
			? anthropic.step(state.inner, frame, reply)
			: gemini.step(state.inner, frame, reply),
	end(state) {
		if (state.publisher === "anthropic") anthropic.end(state.inner);
		else gemini.end(state.inner);
	},
});

/** Without a key: looks up project, location and a token. */
async function authorize(
	request: WireRequest,
	_body: string | Buffer,
	call: ModelCall,
	cloud: CloudCredentials,
): Promise<WireRequest> {
	if (isExpress(call)) return request;
	const google = await cloud.google();
	const url = await completeEndpoint(request.url, google);
	const token = await google.token({ signal: call.options.signal });
	return { ...request, url, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

async function refused(cloud: CloudCredentials): Promise<void> {
	(await cloud.google()).invalidate();
}
