import { signedHeaders } from "../../cloud/aws/sign.ts";
import type { CloudCredentials } from "../../cloud/credentials/cloud-credentials.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { completeEndpoint, resolveRegion } from "./region.ts";

/** Signs the request, unless there is a bearer token. */
export async function authorize(
	request: WireRequest,
	body: string | Buffer,
	call: ModelCall,
	cloud: CloudCredentials,
): Promise<WireRequest> {
	const region = await resolveRegion(call, request.url, async () => (await cloud.aws()).profileRegion());
	const url = completeEndpoint(request.url, region);
	const bearer = call.apiKey || call.env.AWS_BEARER_TOKEN_BEDROCK;
	if (bearer && !skipsAuth(call)) {
		return { ...request, url, headers: { ...request.headers, authorization: `Bearer ${bearer}` } };
	}
	const keys = skipsAuth(call) ? dummyKeys : await (await cloud.aws()).keys({ signal: call.options.signal });
	const scope = { service: "bedrock", region, now: call.now };
	return {
		...request,
		url,
		headers: await signedHeaders({ url, headers: request.headers, body: body.toString() }, keys, scope),
	};
}

export async function refused(cloud: CloudCredentials): Promise<void> {
	(await cloud.aws()).invalidate();
}

/** For a proxy that signs requests itself. */
const dummyKeys = { accessKeyId: "dummy-access-key", secretAccessKey: "dummy-secret-key" };

function skipsAuth({ env }: ModelCall): boolean {
	return env.AWS_BEDROCK_SKIP_AUTH === "1";
}
