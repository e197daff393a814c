import type { AwsKeys } from "./keys.ts";

export interface UnsignedRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly method?: string;
}

/** The headers of the request with an AWS signature (version 4) over it. */
export async function signedHeaders(
	request: UnsignedRequest,
	keys: AwsKeys,
	scope: { service: string; region: string; now: number },
): Promise<Record<string, string>> {
	const { AwsV4Signer } = await import("aws4fetch");
	const signer = new AwsV4Signer({
		method: request.method ?? "POST",
		url: request.url,
		headers: request.headers,
		body: request.body,
		accessKeyId: keys.accessKeyId,
		secretAccessKey: keys.secretAccessKey,
		sessionToken: keys.sessionToken,
		service: scope.service,
		region: scope.region,
		datetime: new Date(scope.now).toISOString().replace(/[:-]|\.\d{3}/g, ""),
	});
	return Object.fromEntries((await signer.sign()).headers.entries());
}
