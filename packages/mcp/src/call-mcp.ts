import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { certificateMessage, certificateProblem } from "@oh-my-pi/pi-utils/net/certificate-problem";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { ServerError } from "./server/server-error.ts";

export interface CallMcpOptions {
	readonly signal?: AbortSignal;
	readonly headers?: Readonly<Record<string, string>>;
	/** 60 seconds unless given. */
	readonly timeoutMs?: number;
	readonly maxBytes?: number;
}

const usualTimeoutMs = 60_000;
const usualMaxBytes = 32 * 1024 * 1024;

/** One request to a server over HTTP, without a session. Gives the result; rejects with a `ServerError`. */
export async function callMCP(
	url: string,
	method: string,
	params: Readonly<Record<string, unknown>> = {},
	{ signal, headers, timeoutMs = usualTimeoutMs, maxBytes = usualMaxBytes }: CallMcpOptions = {},
): Promise<unknown> {
	const limit = AbortSignal.timeout(timeoutMs);
	const requestSignal = signal ? AbortSignal.any([signal, limit]) : limit;
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: { ...headers, "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
			body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
			// The headers may carry a key, which is meant for this address only.
			redirect: "error",
			signal: requestSignal,
		});
		const text = await readText(response, maxBytes);
		if (!response.ok) throw new ServerError("http", `HTTP ${response.status}: ${text}`, { code: response.status });
		return unwrapResult(parseSSE(text));
	} catch (error) {
		if (signal?.aborted) throw signal.reason;
		if (limit.aborted) throw new ServerError("timeout", `Request timeout after ${timeoutMs}ms`, { cause: error });
		if (error instanceof ServerError) throw error;
		const untrusted = certificateProblem(error);
		if (untrusted) throw new ServerError("closed", certificateMessage(new URL(url).host, untrusted), { cause: error });
		throw new ServerError("closed", connectionFailure(error), { cause: error });
	}
}

/** The first `data:` line of an event stream, or the whole text, as JSON; `undefined` when it is none. */
export function parseSSE(text: string): unknown {
	const data = /^data:[ \t]?(.*?)\r?$/m.exec(text)?.[1];
	try {
		return JSON.parse(data ?? text);
	} catch {
		// The caller says what was expected.
		return undefined;
	}
}

function unwrapResult(envelope: unknown): unknown {
	if (!isRecord(envelope)) throw new ServerError("protocol", "The server did not answer with a JSON-RPC message");
	const { error, result } = envelope;
	if (!isRecord(error)) return result;
	const code = typeof error.code === "number" ? { code: error.code } : {};
	throw new ServerError("answer", `MCP error ${error.code}: ${error.message}`, code);
}

async function readText(response: Response, maxBytes: number): Promise<string> {
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for await (const chunk of response.body ?? []) {
		bytes += chunk.byteLength;
		if (bytes > maxBytes) throw new ServerError("protocol", `The answer is larger than ${maxBytes} bytes`);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}
