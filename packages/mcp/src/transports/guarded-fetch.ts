import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { certificateMessage, certificateProblem } from "@oh-my-pi/pi-utils/net/certificate-problem";
import type { AuthChallenge, ServerPorts } from "../server/server-config.ts";
import { ServerError } from "../server/server-error.ts";

export interface GuardOptions {
	readonly maxMessageBytes: number;
	readonly renewHeaders?: ServerPorts["renewHeaders"];
	/** The stream that was to bring an answer ended. */
	readonly onStreamEnd: (id: RequestId) => void;
}

const maxErrorText = 2000;

/** `fetch` for HTTP servers: errors with a status, new headers after a refusal, limits on what is read. */
export function guardedFetch(options: GuardOptions): FetchLike {
	let renewed: Readonly<Record<string, string>> | undefined;
	let isListening = false;
	const authorizationIn = (init: RequestInit | undefined) =>
		new Headers(renewed).get("authorization") ?? new Headers(init?.headers).get("authorization") ?? undefined;
	const request = (url: string | URL, init: RequestInit | undefined) => {
		const headers = new Headers(init?.headers);
		for (const [name, value] of Object.entries(renewed ?? {})) headers.set(name, value);
		// Never followed by itself: configured headers are for this host only.
		return fetch(url, { ...init, headers, redirect: "manual" }).catch((error: unknown) => {
			const untrusted = certificateProblem(error);
			if (!untrusted) throw error;
			throw new ServerError("closed", certificateMessage(new URL(url).host, untrusted), { cause: error });
		});
	};
	return async (url, init) => {
		// The SDK opens a listener of its own, but there is one already.
		const isGet = init?.method === "GET";
		const isResuming = isGet && new Headers(init?.headers).has("last-event-id");
		if (isListening && isGet && !isResuming) return new Response(null, { status: 405 });
		let sent = authorizationIn(init);
		let response = await request(url, init);
		let challenge = readChallenge(response, String(url), sent);
		if (challenge && options.renewHeaders) {
			const headers = await options.renewHeaders(challenge);
			if (headers) {
				await response.body?.cancel();
				renewed = headers;
				sent = authorizationIn(init);
				response = await request(url, init);
				challenge = readChallenge(response, String(url), sent);
			}
		}
		const isPost = init?.method === "POST";
		const isRedirect = response.status >= 300 && response.status < 400;
		if (!response.ok && !isRedirect && isPost) throw await httpError(response, challenge);
		if (!response.body) return response;
		const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
		// Beside the listener, what is asked for again is the rest of an answer.
		const isListener = isGet && isStream && !isListening;
		isListening ||= isListener;
		const id = isPost && isStream ? requestIdIn(init?.body) : undefined;
		const body = response.body.pipeThrough(
			limited(options.maxMessageBytes, isStream, (isResumable) => {
				if (isListener) isListening = false;
				// What was read last may still be on its way.
				if (id !== undefined && !isResumable) setTimeout(() => options.onStreamEnd(id), 50);
			}),
		);
		const { status, statusText, headers } = response;
		return new Response(body, { status, statusText, headers });
	};
}

function readChallenge(
	{ status, headers }: Response,
	url: string,
	authorization: string | undefined,
): AuthChallenge | undefined {
	if (status !== 401 && status !== 403) return;
	const wwwAuthenticate = headers.get("www-authenticate");
	const authServer = headers.get("mcp-auth-server");
	return {
		status,
		url,
		...(wwwAuthenticate && { wwwAuthenticate }),
		...(authServer && { authServer }),
		...(authorization && { authorization }),
	};
}

async function httpError(response: Response, challenge: AuthChallenge | undefined): Promise<ServerError> {
	const { wwwAuthenticate, authServer, authorization } = challenge ?? {};
	const text = (await readStart(response)).trim();
	const message = [
		`HTTP ${response.status}: ${text || response.statusText}`,
		...(wwwAuthenticate ? [`[WWW-Authenticate: ${wwwAuthenticate}]`] : []),
		...(authServer ? [`[Mcp-Auth-Server: ${authServer}]`] : []),
	].join(" ");
	return new ServerError("http", withoutToken(message, authorization), { code: response.status, challenge });
}

/** A server may repeat what it was sent, and messages end up in logs. */
function withoutToken(message: string, authorization = ""): string {
	const token = authorization.replace(/^\w+ +/, "");
	return token.length < 8 ? message : message.replaceAll(token, "…");
}

/** The first characters of a body; the rest is not read. */
async function readStart(response: Response): Promise<string> {
	let text = "";
	const decoder = new TextDecoder();
	try {
		for await (const chunk of response.body ?? []) {
			text += decoder.decode(chunk, { stream: true });
			if (text.length >= maxErrorText) break;
		}
	} catch {
		// The status says enough.
	}
	return text.slice(0, maxErrorText);
}

function requestIdIn(body: RequestInit["body"]): RequestId | undefined {
	if (typeof body !== "string") return;
	const message: unknown = JSON.parse(body);
	if (!isRecord(message) || message.method === undefined) return;
	return typeof message.id === "string" || typeof message.id === "number" ? message.id : undefined;
}

/** Fails when a body, or one event of a stream, is longer than allowed. */
function limited(
	maxBytes: number,
	isStream: boolean,
	onEnd: (isResumable: boolean) => void,
): TransformStream<Uint8Array, Uint8Array> {
	let bytes = 0;
	let isResumable = false;
	let wasBlank = false;
	return new TransformStream({
		transform(chunk, controller) {
			for (let start = 0; isStream && start < chunk.length; ) {
				const end = chunk.indexOf(10, start);
				const length = (end < 0 ? chunk.length : end) - start;
				wasBlank = length === 0 || (length === 1 && chunk[start] === 13);
				isResumable ||= chunk[start] === 105 && chunk[start + 1] === 100 && chunk[start + 2] === 58;
				bytes = wasBlank ? 0 : bytes + length;
				if (end < 0) break;
				start = end + 1;
			}
			if (!isStream) bytes += chunk.length;
			if (bytes > maxBytes)
				controller.error(new ServerError("protocol", `The answer is too large (over ${maxBytes} bytes)`));
			else controller.enqueue(chunk);
		},
		flush() {
			// With event ids the transport asks for the rest of the stream.
			onEnd(isResumable);
		},
	});
}
