import { MemoryError } from "@oh-my-pi/pi-memory/contract/memory-error";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";

export interface JsonRequest {
	readonly method: "GET" | "POST" | "PUT" | "DELETE";
	readonly url: URL;
	readonly token?: string | undefined;
	readonly body?: unknown;
	/** 0 means no limit of its own. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

const maxAnswerBytes = 4 * 1024 * 1024;

/** One request to the server. Whatever it does wrong is a `MemoryError` of one line, in bounded time and memory. */
export async function requestJson({ method, url, token, body, timeoutMs, signal }: JsonRequest): Promise<unknown> {
	const limits = timeoutMs > 0 ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal;
	try {
		const response = await fetch(url, {
			method,
			headers: {
				accept: "application/json",
				...(body !== undefined && { "content-type": "application/json" }),
				...(token && { authorization: `Bearer ${token}` }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			// The token is for this server alone.
			redirect: "manual",
			signal: limits,
		});
		const text = await readBody(response, limits);
		if (response.status >= 300 && response.status < 400) {
			throw failure("refused", "it redirects elsewhere; set hindsight.apiUrl to the final address");
		}
		if (!response.ok) throw failure("refused", `${response.status} ${oneLine(describe(text), 200)}`.trim());
		return text === "" ? undefined : parse(text);
	} catch (error) {
		if (error instanceof MemoryError) throw error;
		if (signal.aborted) throw signal.reason;
		const why = limits.aborted ? `no answer in ${timeoutMs / 1000} s` : oneLine(connectionFailure(error), 200);
		throw failure("unreachable", why, error);
	}

	function failure(kind: MemoryError["kind"], why: string, cause?: unknown): MemoryError {
		return new MemoryError(kind, `Hindsight at ${url.origin}: ${why}`, { cause });
	}

	function parse(text: string): unknown {
		try {
			return JSON.parse(text);
		} catch (error) {
			throw failure("refused", "the answer is not JSON; is hindsight.apiUrl a Hindsight server?", error);
		}
	}
}

async function readBody(response: Response, signal: AbortSignal): Promise<string> {
	if (!response.body) return "";
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = response.body.getReader();
	const stop = () => void reader.cancel(signal.reason).catch(() => {});
	signal.addEventListener("abort", stop, { once: true });
	try {
		for (;;) {
			const { done, value } = await reader.read();
			signal.throwIfAborted();
			if (done) return Buffer.concat(chunks).toString("utf8");
			size += value.length;
			if (size > maxAnswerBytes) throw new Error(`the answer is larger than ${maxAnswerBytes / 1024 / 1024} MB`);
			chunks.push(value);
		}
	} finally {
		signal.removeEventListener("abort", stop);
		await reader.cancel().catch(() => {});
	}
}

/** The `detail` of an error, or the beginning of a text without its tags. */
function describe(text: string): string {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null && "detail" in value) {
			return typeof value.detail === "string" ? value.detail : JSON.stringify(value.detail);
		}
	} catch {
		// An error page.
	}
	return text.slice(0, 2000).replace(/<[^>]*>/g, " ");
}
