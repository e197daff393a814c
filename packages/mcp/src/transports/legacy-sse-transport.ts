import type { FetchLike, Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { ServerError } from "../server/server-error.ts";
import { type MessageSink, parseMessage } from "./messages.ts";
import { readEvents } from "./read-events.ts";

export interface LegacySseOptions {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly fetch: FetchLike;
	readonly maxMessageBytes: number;
	readonly onProblem: (problem: string) => void;
}

/** The server does not speak this protocol: it refuses the stream, or answers with something else. */
export class NoEventStream extends ServerError {}

/** The transport of 2024-11-05: a stream for what the server says, and an address for what it is told. */
export class LegacySseTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: MessageSink;
	readonly #options: LegacySseOptions;
	readonly #ended = new AbortController();
	#endpoint: URL | undefined;
	#version: string | undefined;

	constructor(options: LegacySseOptions) {
		this.#options = options;
	}

	async start(): Promise<void> {
		const { url, headers, fetch } = this.#options;
		const response = await fetch(url, {
			headers: { ...headers, Accept: "text/event-stream" },
			signal: this.#ended.signal,
		});
		const type = response.headers.get("content-type") ?? "";
		if (!response.ok || !response.body || !type.startsWith("text/event-stream")) {
			await response.body?.cancel();
			throw new NoEventStream("http", `HTTP ${response.status}: not an event stream`, { code: response.status });
		}
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		void this.#read(response.body, resolve).then(() => reject(new ServerError("closed", "Legacy SSE stream closed")));
		await promise;
	}

	async send(message: JSONRPCMessage): Promise<void> {
		if (!this.#endpoint || this.#ended.signal.aborted) throw new ServerError("closed", "Legacy SSE stream closed");
		const response = await this.#options.fetch(this.#endpoint, {
			method: "POST",
			headers: {
				...this.#options.headers,
				"Content-Type": "application/json",
				...(this.#version && { "MCP-Protocol-Version": this.#version }),
			},
			body: JSON.stringify(message),
			signal: this.#ended.signal,
		});
		await ignoreFailure(async () => response.body?.cancel(), "the answer comes on the stream");
	}

	async close(): Promise<void> {
		if (this.#ended.signal.aborted) return;
		this.#ended.abort();
		this.onclose?.();
	}

	setProtocolVersion(version: string): void {
		this.#version = version;
	}

	/** Until the stream ends, for whatever reason. */
	async #read(body: ReadableStream<Uint8Array>, onEndpoint: () => void): Promise<void> {
		const { url, maxMessageBytes, onProblem } = this.#options;
		let reason = "Legacy SSE stream closed";
		try {
			for await (const { event, data } of readEvents(body, maxMessageBytes)) {
				if (event === "endpoint") {
					const endpoint = new URL(data, url);
					// What is sent there carries the headers meant for this host.
					if (endpoint.origin !== new URL(url).origin)
						throw new Error(`its endpoint is on another host, ${endpoint.host}`);
					this.#endpoint = endpoint;
					onEndpoint();
				} else if (event === "message") {
					const message = parseMessage(data);
					if (message) this.onmessage?.(message);
					else onProblem("sends events that are no JSON-RPC messages");
				}
			}
		} catch (error) {
			if (!this.#ended.signal.aborted) reason = `${reason}: ${errorMessage(error)}`;
		}
		if (this.#ended.signal.aborted) return;
		this.#ended.abort();
		this.onerror?.(new ServerError("closed", reason));
		this.onclose?.();
	}
}
