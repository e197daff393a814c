import { HttpError } from "./http-error.ts";

export interface BodyLimits {
	readonly maxBytes: number;
	/** For the whole body, however steadily it comes. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

/** The body of a request as bytes. Never holds more than the limit; 413 and 408 say which one was met. */
export async function readBytes(request: Request, { maxBytes, timeoutMs, signal }: BodyLimits): Promise<Uint8Array> {
	if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = request.body?.getReader();
	if (reader === undefined) return new Uint8Array();
	const deadline = AbortSignal.timeout(timeoutMs);
	const stop = AbortSignal.any([signal, deadline]);
	const stopped = Promise.withResolvers<never>();
	const onStop = () =>
		stopped.reject(
			deadline.aborted ? new HttpError(408, "The body took too long") : new HttpError(499, "The client left"),
		);
	if (stop.aborted) onStop();
	stop.addEventListener("abort", onStop);
	try {
		for (;;) {
			const { done, value } = await Promise.race([reader.read(), stopped.promise]);
			if (done) return Buffer.concat(chunks, size);
			size += value.byteLength;
			if (size > maxBytes) throw tooLarge(maxBytes);
			chunks.push(value);
		}
	} catch (error) {
		if (error instanceof HttpError) throw error;
		throw new HttpError(499, "The client left", {}, { cause: error });
	} finally {
		stop.removeEventListener("abort", onStop);
		// What is left of it is of no use, and a failure to cancel changes nothing.
		reader.cancel().catch(() => {});
	}
}

/** The body of a request as JSON, unchecked; 400 for anything else. */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
	const bytes = await readBytes(request, limits);
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (error) {
		throw new HttpError(400, `Invalid JSON body: ${(error as Error).message}`, {}, { cause: error });
	}
}

function tooLarge(maxBytes: number): HttpError {
	return new HttpError(413, `The body is larger than ${maxBytes} bytes`, { connection: "close" });
}
