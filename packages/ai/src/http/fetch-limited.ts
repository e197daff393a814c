import type { Fetch } from "../fetch.ts";
import { decodedBody } from "./decoded-body.ts";
import { inMegabytes } from "./reply-limits.ts";
import { hostOf, type SentRequest, send } from "./send.ts";

/** The longest lists of models have 2 MB. */
const maxBytes = 16 * 1024 * 1024;
const maxMs = 60_000;

/** `fetch` for a short answer: it has a deadline and a size, and a redirect does not take a key to another host. */
export async function fetchLimited(
	fetch: Fetch,
	url: string,
	init: SentRequest,
	limits: { maxBytes?: number; maxMs?: number } = {},
): Promise<Response> {
	const deadline = AbortSignal.timeout(limits.maxMs ?? maxMs);
	const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
	const response = await send(fetch, url, { ...init, signal });
	const { status, statusText, headers } = response;
	const body = withoutBody.has(status) ? null : decodedBody(response);
	return new Response(body && limited(body, limits.maxBytes ?? maxBytes, hostOf(url)), { status, statusText, headers });
}

/** A `Response` with these may have none. */
const withoutBody = new Set([204, 205, 304]);

function limited(body: ReadableStream<Uint8Array>, limit: number, host: string): ReadableStream<Uint8Array> {
	let received = 0;
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(bytes, controller) {
				received += bytes.length;
				if (received > limit) controller.error(new Error(`${host} answered with more than ${inMegabytes(limit)}`));
				else controller.enqueue(bytes);
			},
		}),
	);
}
