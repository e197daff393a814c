import type { CloudCredentials } from "../../cloud/cloud-credentials.ts";
import type { ModelCall, WireRequest } from "../../protocol.ts";
import { completeEndpoint, isExpress } from "./endpoint.ts";

/** Without a key: finds project and location, and a token for them. */
export async function authorize(
	request: WireRequest,
	_body: string,
	call: ModelCall,
	cloud: CloudCredentials,
): Promise<WireRequest> {
	if (isExpress(call)) return request;
	const google = await cloud.google();
	const url = await completeEndpoint(request.url, google);
	const token = await google.token({ signal: call.options.signal });
	return { ...request, url, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

export async function refused(cloud: CloudCredentials): Promise<void> {
	(await cloud.google()).invalidate();
}
