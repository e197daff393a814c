import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { LineSplitter } from "@oh-my-pi/pi-utils/text/split-lines";
import { ServerError } from "../server/server-error.ts";
import { type MessageSink, parseMessage, pretendAnswer } from "../transports/messages.ts";

export interface LineStreams {
	readonly input: AsyncIterable<Uint8Array>;
	/** Resolves when it is written. */
	readonly write: (line: string) => Promise<void>;
	/** What is wrong with the client though it goes on; each text once. */
	readonly onProblem: (problem: string) => void;
	readonly maxMessageBytes: number;
}

/** Requests that are open when the input ends get this long to be answered: a script may send them and close the pipe. */
const patienceMs = 2000;

/** A client on standard streams: one JSON object a line. Closes with its input. */
export class LineTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: MessageSink;
	readonly #streams: LineStreams;
	readonly #reportedKinds = new Set<string>();
	readonly #open = new Set<RequestId>();
	#onAnswered = () => {};
	#isClosed = false;

	constructor(streams: LineStreams) {
		this.#streams = streams;
	}

	async start(): Promise<void> {
		void this.#read();
	}

	async send(message: JSONRPCMessage): Promise<void> {
		if (this.#isClosed) throw new ServerError("closed", "Transport closed");
		await this.#streams.write(`${JSON.stringify(message)}\n`);
		if ("method" in message || message.id === undefined) return;
		this.#open.delete(message.id);
		if (this.#open.size === 0) this.#onAnswered();
	}

	async close(): Promise<void> {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.onclose?.();
	}

	async #read(): Promise<void> {
		const { input, maxMessageBytes } = this.#streams;
		const lines = new LineSplitter({
			maxBytes: maxMessageBytes,
			onLine: (line) => {
				const message = parseMessage(line);
				if (message) this.#receive(message);
				else if (line.trim() !== "") this.#say("The client sent a line that is no JSON-RPC message");
			},
			onTooLong: (bytes, ends) => {
				this.#say(`The client sent a message of ${bytes} bytes, more than ${maxMessageBytes}`);
				const answer = pretendAnswer(ends, `The request is too large (${bytes} bytes)`);
				if (answer) this.send(answer).catch(() => {});
			},
		});
		try {
			for await (const chunk of input) {
				if (this.#isClosed) return;
				lines.push(chunk);
			}
		} catch (error) {
			this.onerror?.(error instanceof Error ? error : new Error(String(error)));
		} finally {
			await this.#answered();
			await this.close();
		}
	}

	#receive(message: JSONRPCMessage): void {
		if ("method" in message && "id" in message) this.#open.add(message.id);
		// What is cancelled is not answered.
		const cancelled = "method" in message && message.method === "notifications/cancelled" && message.params?.requestId;
		if (typeof cancelled === "string" || typeof cancelled === "number") this.#open.delete(cancelled);
		this.onmessage?.(message);
	}

	async #answered(): Promise<void> {
		if (this.#open.size === 0) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#onAnswered = resolve;
		await Promise.race([promise, Bun.sleep(patienceMs)]);
	}

	#say(problem: string): void {
		const kind = problem.replace(/\d+/g, "");
		if (this.#reportedKinds.has(kind)) return;
		this.#reportedKinds.add(kind);
		this.#streams.onProblem(problem);
	}
}
