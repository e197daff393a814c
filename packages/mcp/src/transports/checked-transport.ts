import type { Transport, TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { ServerError } from "../server/server-error.ts";
import type { MessageSink } from "./messages.ts";

export interface CheckedOptions {
	/** The id that a request has on the wire. */
	readonly idOf: (count: number) => RequestId;
	readonly onProblem: (problem: string) => void;
}

/** Gives requests the ids that are wanted, and lets through only answers to requests that are open. */
export class CheckedTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: MessageSink;
	/** Why the connection ended. */
	closeReason: string | undefined;
	readonly #inner: Transport;
	readonly #options: CheckedOptions;
	/** By the id on the wire. */
	readonly #open = new Map<RequestId, RequestId>();
	readonly #wireIds = new Map<RequestId, RequestId>();
	#count = 0;

	constructor(inner: Transport, options: CheckedOptions) {
		this.#inner = inner;
		this.#options = options;
	}

	get sessionId(): string | undefined {
		return this.#inner.sessionId;
	}

	async start(): Promise<void> {
		this.#inner.onmessage = (message) => this.#receive(message);
		this.#inner.onerror = (error) => {
			if (error instanceof ServerError && error.kind === "closed") this.closeReason ??= error.message;
			this.onerror?.(error);
		};
		this.#inner.onclose = () => this.onclose?.();
		await this.#inner.start();
	}

	async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
		if (!("method" in message)) return this.#inner.send(message, options);
		if (!("id" in message)) return this.#inner.send(this.#withWireId(message), options);
		const wireId = this.#options.idOf(++this.#count);
		this.#open.set(wireId, message.id);
		this.#wireIds.set(message.id, wireId);
		try {
			await this.#inner.send({ ...message, id: wireId }, options);
		} catch (error) {
			this.#forget(wireId);
			throw error;
		}
	}

	close(): Promise<void> {
		return this.#inner.close();
	}

	setProtocolVersion(version: string): void {
		this.#inner.setProtocolVersion?.(version);
	}

	/** Fails a request that will not be answered any more. */
	fail(wireId: RequestId, message: string): void {
		if (this.#open.has(wireId)) this.#receive({ jsonrpc: "2.0", id: wireId, error: { code: -32_000, message } });
	}

	/** A cancellation names the request by its id; nobody waits for that any more. */
	#withWireId(message: JSONRPCMessage): JSONRPCMessage {
		if (!("method" in message) || message.method !== "notifications/cancelled") return message;
		const requestId = message.params?.requestId;
		const wireId =
			typeof requestId === "number" || typeof requestId === "string" ? this.#wireIds.get(requestId) : undefined;
		if (wireId === undefined) return message;
		this.#forget(wireId);
		return { ...message, params: { ...message.params, requestId: wireId } };
	}

	#receive(message: JSONRPCMessage): void {
		if ("method" in message) {
			this.onmessage?.(message);
			return;
		}
		const id = message.id === undefined ? undefined : this.#open.get(message.id);
		if (id === undefined || message.id === undefined) {
			// Also what comes after a timeout; either way nobody waits for it.
			this.#options.onProblem("answers requests that are not open");
			return;
		}
		this.#forget(message.id);
		// The SDK handles notifications a microtask later: without this, an answer overtakes the progress before it.
		queueMicrotask(() => this.onmessage?.({ ...message, id }));
	}

	#forget(wireId: RequestId): void {
		const id = this.#open.get(wireId);
		this.#open.delete(wireId);
		if (id !== undefined) this.#wireIds.delete(id);
	}
}
