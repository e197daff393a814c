import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ContentLengthReader, encodeContentLength, FramingError } from "@oh-my-pi/pi-utils/text/content-length";
import { DapError } from "./dap-error.ts";
import { asBody, type Body, readInteger, readText } from "./read-body.ts";

export interface ConnectionOptions {
	/** Of the adapter, for messages. */
	readonly name: string;
	/** `false` when the other side is gone. */
	readonly send: (frame: Uint8Array) => boolean;
	readonly onEvent: (event: string, body: Body) => void;
	/** A request of the adapter; gives the body of the answer. What it throws is answered as a failure. */
	readonly onRequest: (command: string, args: Body) => Promise<object | undefined>;
}

export interface RequestOptions {
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
}

interface Pending {
	readonly command: string;
	readonly resolve: (body: Body) => void;
	readonly reject: (error: unknown) => void;
}

/** Of one message; memory and lists of sources are the largest. */
const maxMessageBytes = 32 * 1024 * 1024;
const maxErrorChars = 2000;

/** Requests, answers and events of the Debug Adapter Protocol over any stream of bytes. */
export class DapConnection {
	readonly #options: ConnectionOptions;
	readonly #reader = new ContentLengthReader({ maxBytes: maxMessageBytes, onMessage: (text) => this.#take(text) });
	readonly #pending = new Map<number, Pending>();
	#lastSeq = 0;
	#end: DapError | undefined;

	constructor(options: ConnectionOptions) {
		this.#options = options;
	}

	/** Throws for bytes that are no messages, after which it must be ended. */
	receive(chunk: Uint8Array): void {
		if (!this.#end) this.#reader.push(chunk);
	}

	/** Gives the body of the answer. */
	async request(command: string, args: object | undefined, { timeoutMs, signal }: RequestOptions): Promise<Body> {
		if (this.#end) throw this.#end;
		signal?.throwIfAborted();
		const seq = ++this.#lastSeq;
		const { promise, resolve, reject } = Promise.withResolvers<Body>();
		const timer = setTimeout(
			() => reject(new DapError("timeout", `DAP request ${command} timed out after ${timeoutMs}ms`)),
			timeoutMs,
		);
		const onAbort = () => reject(signal?.reason);
		signal?.addEventListener("abort", onAbort, { once: true });
		this.#pending.set(seq, { command, resolve, reject });
		try {
			if (!this.#send({ seq, type: "request", command, ...(args && { arguments: args }) })) {
				throw new DapError("ended", `DAP adapter ${this.#options.name} is not running`);
			}
			return await promise;
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
			this.#pending.delete(seq);
		}
	}

	/** Fails all requests, those under way and later ones. */
	end(reason: DapError): void {
		if (this.#end) return;
		this.#end = reason;
		for (const { reject } of this.#pending.values()) reject(reason);
		this.#pending.clear();
	}

	#send(message: object): boolean {
		return this.#options.send(encodeContentLength(JSON.stringify(message)));
	}

	#take(text: string): void {
		if (this.#end) return;
		const message = asBody(parseJson(text));
		switch (message.type) {
			case "response":
				this.#takeResponse(message);
				break;
			case "event":
				this.#options.onEvent(readText(message.event) ?? "", asBody(message.body));
				break;
			case "request":
				void this.#answer(message);
				break;
		}
	}

	#takeResponse(message: Body): void {
		const pending = this.#pending.get(readInteger(message.request_seq) ?? -1);
		// Nobody waits for an answer that came after its time limit.
		if (!pending) return;
		if (message.success === true) pending.resolve(asBody(message.body));
		else pending.reject(new DapError("refused", failureText(pending.command, message)));
	}

	async #answer({ seq, command: name, arguments: args }: Body): Promise<void> {
		const command = readText(name) ?? "";
		const answer = { type: "response", request_seq: seq, command };
		try {
			const body = await this.#options.onRequest(command, asBody(args));
			this.#send({ ...answer, seq: ++this.#lastSeq, success: true, ...(body && { body }) });
		} catch (error) {
			this.#send({ ...answer, seq: ++this.#lastSeq, success: false, message: errorMessage(error) });
		}
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new FramingError("a message that is not JSON", { cause: error });
	}
}

/** `message` is a keyword for programs; the sentence for people is a template in the body. */
function failureText(command: string, { message, body }: Body): string {
	const { format, variables } = asBody(asBody(body).error);
	const values = asBody(variables);
	const sentence = readText(format)?.replace(/\{(\w+)\}/g, (all, name) => readText(values[name]) ?? all);
	const keyword = readText(message);
	const text = sentence || keyword || "no reason was stated";
	return text.slice(0, maxErrorChars) === text ? text : `${command}: ${text.slice(0, maxErrorChars)}…`;
}
