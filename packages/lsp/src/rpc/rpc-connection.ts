import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ContentLengthReader, encodeContentLength, FramingError } from "@oh-my-pi/pi-utils/text/content-length";
import { ServerError } from "../contract/server-error.ts";
import { parseRpcMessage, type RpcFailure, type RpcId, type RpcMessage, rpcCodes } from "./rpc-message.ts";

export interface RpcConnectionOptions {
	/** `false` when nobody can receive it any more. */
	readonly send: (frame: Uint8Array) => boolean;
	/** What the other side asks for; throws a `RequestRefusal` for what it does not get. */
	readonly onRequest: (method: string, params: unknown) => unknown;
	readonly onNotification: (method: string, params: unknown) => void;
	/** Something odd that does not end the connection. */
	readonly onProblem: (problem: string) => void;
	readonly maxMessageBytes?: number;
	/** Takes out of a very long message what would not be used anyway, before it is parsed. */
	readonly shorten?: (text: string) => string;
}

/** Answered to the other side as an error. */
export class RequestRefusal extends Error {
	override readonly name = "RequestRefusal";
	readonly code: number;

	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

interface PendingRequest {
	readonly method: string;
	readonly resolve: (result: unknown) => void;
	readonly reject: (error: unknown) => void;
	/** Ends its timer and its listener. */
	readonly release: () => void;
}

const defaultMaxMessageBytes = 64 * 1024 * 1024;
const defaultTimeoutMs = 30_000;

/** JSON-RPC 2.0 over framed bytes: our requests with their answers, and the requests of the other side. */
export class RpcConnection {
	readonly #options: RpcConnectionOptions;
	readonly #reader: ContentLengthReader;
	readonly #pending = new Map<RpcId, PendingRequest>();
	#lastId = 0;
	#closedBy: ServerError | undefined;

	constructor(options: RpcConnectionOptions) {
		this.#options = options;
		this.#reader = new ContentLengthReader({
			maxBytes: options.maxMessageBytes ?? defaultMaxMessageBytes,
			onMessage: (text) => this.#receiveMessage(text),
		});
	}

	get pendingCount(): number {
		return this.#pending.size;
	}

	/** Throws when the bytes are no messages; the connection is of no use then. */
	receive(chunk: Uint8Array): void {
		this.#reader.push(chunk);
	}

	request(
		method: string,
		params: unknown,
		options: { readonly signal?: AbortSignal; readonly timeoutMs?: number | undefined } = {},
	): Promise<unknown> {
		const { signal, timeoutMs = defaultTimeoutMs } = options;
		if (signal?.aborted) return Promise.reject(signal.reason);
		if (this.#closedBy) return Promise.reject(this.#closedBy);
		const id = ++this.#lastId;
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		const onAbort = () => this.#cancel(id, signal?.reason);
		const timer = setTimeout(
			() => this.#cancel(id, new ServerError("timeout", `LSP request ${method} timed out after ${timeoutMs}ms`)),
			timeoutMs,
		);
		const release = () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
		};
		signal?.addEventListener("abort", onAbort, { once: true });
		this.#pending.set(id, { method, resolve, reject, release });
		if (!this.#send({ id, method, params })) this.#settle(id)?.reject(closedError(method));
		return promise;
	}

	notify(method: string, params: unknown): void {
		this.#send({ method, params });
	}

	/** Open requests are rejected with the reason, and later ones. */
	close(reason: ServerError): void {
		if (this.#closedBy) return;
		this.#closedBy = reason;
		for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(reason);
	}

	#send(message: object): boolean {
		return !this.#closedBy && this.#options.send(encodeContentLength(JSON.stringify({ jsonrpc: "2.0", ...message })));
	}

	#cancel(id: RpcId, reason: unknown): void {
		const request = this.#settle(id);
		if (!request) return;
		this.notify("$/cancelRequest", { id });
		request.reject(reason);
	}

	#settle(id: RpcId): PendingRequest | undefined {
		const request = this.#pending.get(id);
		this.#pending.delete(id);
		request?.release();
		return request;
	}

	#receiveMessage(text: string): void {
		const message = parseFrame(this.#options.shorten?.(text) ?? text);
		if (!message) this.#options.onProblem("sent JSON that is no JSON-RPC message");
		else if (message.kind === "answer") this.#receiveAnswer(message.id, message.result, message.failure);
		else if (message.kind === "request") void this.#answer(message.id, message.method, message.params);
		else this.#options.onNotification(message.method, message.params);
	}

	#receiveAnswer(id: RpcId, result: unknown, failure: RpcFailure | undefined): void {
		const request = this.#settle(id);
		if (request && failure) {
			request.reject(new ServerError("response", failure.message, { code: failure.code, data: failure.data }));
		} else if (request) request.resolve(result);
		// A request that was cancelled or timed out may still be answered.
		else if (typeof id !== "number" || id > this.#lastId) {
			this.#options.onProblem("answers requests that nobody sent");
		}
	}

	async #answer(id: RpcId, method: string, params: unknown): Promise<void> {
		try {
			const result = await this.#options.onRequest(method, params);
			this.#send({ id, result: result ?? null });
		} catch (error) {
			const code = error instanceof RequestRefusal ? error.code : rpcCodes.internalError;
			this.#send({ id, error: { code, message: errorMessage(error) } });
		}
	}
}

/** After text that is no JSON, where the next message begins is not certain: a length was wrong. */
function parseFrame(text: string): RpcMessage | undefined {
	try {
		return parseRpcMessage(text);
	} catch (error) {
		throw new FramingError(`a message that is no JSON: ${JSON.stringify(text.slice(0, 200))}`, { cause: error });
	}
}

function closedError(method: string): ServerError {
	return new ServerError("closed", `The language server has ended; ${method} was not sent`);
}
