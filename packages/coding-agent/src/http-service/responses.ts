/** A JSON answer that no cache keeps. */
export function jsonResponse(
	value: unknown,
	options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
	return textResponse(JSON.stringify(value), "application/json", options);
}

/** Text of a given type that no cache keeps; the headers may say otherwise. */
export function textResponse(
	text: string,
	contentType: string,
	{
		status = 200,
		headers = {},
	}: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
	return new Response(text, {
		status,
		headers: {
			"content-type": contentType,
			// The access log reads it.
			"content-length": String(Buffer.byteLength(text)),
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
			...headers,
		},
	});
}
