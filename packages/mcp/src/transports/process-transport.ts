import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { StdioProcess } from "@oh-my-pi/pi-natives/process/stdio-process";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { LineSplitter } from "@oh-my-pi/pi-utils/text/split-lines";
import type { ServerConfig } from "../server/server-config.ts";
import { ServerError } from "../server/server-error.ts";
import { type MessageSink, parseMessage, pretendAnswer } from "./messages.ts";

export interface ProcessOptions extends Pick<ServerConfig, "command" | "args" | "env" | "cwd"> {
	readonly maxMessageBytes: number;
	readonly onProblem: (problem: string) => void;
}

/** A server as a child process: one JSON object a line. */
export class ProcessTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: MessageSink;
	readonly #options: ProcessOptions;
	#process: StdioProcess | undefined;
	#isClosed = false;

	constructor(options: ProcessOptions) {
		this.#options = options;
	}

	/** The last of what the server wrote to its error output. */
	get stderr(): string {
		return this.#process?.stderr ?? "";
	}

	get pid(): number | undefined {
		return this.#process?.pid;
	}

	async start(): Promise<void> {
		const { command = "", args, env, cwd } = this.#options;
		const lines = this.#lines();
		try {
			this.#process = new StdioProcess({
				command,
				...(args && { args }),
				...(env && { env }),
				...(cwd && { cwd }),
				onData: (chunk) => lines.push(chunk),
				onWriteError: (error) => this.onerror?.(error),
				onEnd: (reason) => this.#ended(reason),
			});
		} catch (error) {
			throw new ServerError("closed", errorMessage(error), { cause: error });
		}
	}

	send(message: JSONRPCMessage): Promise<void> {
		if (!this.#isClosed && this.#process?.send(`${JSON.stringify(message)}\n`)) return Promise.resolve();
		return Promise.reject(new ServerError("closed", "Transport closed"));
	}

	async close(): Promise<void> {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.onclose?.();
		await this.#process?.close();
	}

	#lines(): LineSplitter {
		const { maxMessageBytes, onProblem } = this.#options;
		return new LineSplitter({
			maxBytes: maxMessageBytes,
			onLine: (line) => {
				const message = parseMessage(line);
				if (message) this.onmessage?.(message);
				else if (line.trim() !== "") onProblem("writes text that is no JSON-RPC message to its standard output");
			},
			onTooLong: (bytes, ends) => {
				onProblem(`sent a message of ${bytes} bytes, more than ${maxMessageBytes}`);
				const answer = pretendAnswer(ends, `The answer is too large (${bytes} bytes)`);
				if (answer) this.onmessage?.(answer);
			},
		});
	}

	#ended(reason: string): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.onerror?.(new ServerError("closed", reason));
		this.onclose?.();
	}
}
