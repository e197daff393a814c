import type { AwsKeys } from "./keys.ts";

export interface UnsignedRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly method?: string;
}

/**
 * The headers of the request with an AWS signature (version 4). Only `x-amz-` headers are signed, as proxies may change
 * others.
 */
export async function signedHeaders(
	request: UnsignedRequest,
	keys: AwsKeys,
	scope: { service: string; region: string; now: number },
): Promise<Record<string, string>> {
	const { AwsV4Signer } = await import("aws4fetch");
	const amazonHeaders = Object.entries(request.headers).filter(([name]) => name.toLowerCase().startsWith("x-amz-"));
	const signer = new AwsV4Signer({
		method: request.method ?? "POST",
		url: request.url,
		headers: amazonHeaders,
		body: request.body,
		accessKeyId: keys.accessKeyId,
		secretAccessKey: keys.secretAccessKey,
		...(keys.sessionToken !== undefined && { sessionToken: keys.sessionToken }),
		service: scope.service,
		region: scope.region,
		datetime: new Date(scope.now).toISOString().replace(/[:-]|\.\d{3}/g, ""),
	});
	const { headers } = await signer.sign();
	return { ...request.headers, ...Object.fromEntries(headers.entries()) };
}
