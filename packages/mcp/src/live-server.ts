import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ServerConnection } from "./connect-server.ts";
import { challengeIn, isConnectionLoss, ServerError } from "./server/server-error.ts";

export interface LiveServerOptions {
	readonly name: string;
	/** Makes a connection; asked again for each attempt, so that secrets are resolved anew. */
	readonly connect: (onClose: (reason: string) => void, signal: AbortSignal) => Promise<ServerConnection>;
	/** Called with each connection before anybody uses it, the first one included. */
	readonly onConnected?: (connection: ServerConnection) => Promise<void>;
	/** Attempts after a loss have failed, or were given up. */
	readonly onAbandoned?: (problem: string, error: unknown) => void;
	readonly now: () => number;
	/** Between attempts; tests have shorter ones. */
	readonly delaysMs?: readonly number[];
}

const usualDelaysMs = [500, 1000, 2000, 4000];
const breakerAttempts = 5;
const breakerMs = 30_000;

export type LiveState = "connecting" | "connected" | "disconnected";

/** A server that is connected again when its connection is lost, until it has failed too often. */
export class LiveServer implements AsyncDisposable {
	readonly name: string;
	readonly #options: LiveServerOptions;
	readonly #ended = new AbortController();
	#connection: ServerConnection | undefined;
	#attempt: Promise<ServerConnection> | undefined;
	#attemptTimes: number[] = [];

	constructor(options: LiveServerOptions) {
		this.name = options.name;
		this.#options = options;
	}

	get state(): LiveState {
		if (this.#attempt) return "connecting";
		return this.#connection?.isOpen ? "connected" : "disconnected";
	}

	get current(): ServerConnection | undefined {
		return this.#connection?.isOpen ? this.#connection : undefined;
	}

	/** The connection, once there is one. Starts the first attempt, or waits for the one that runs. */
	connection(): Promise<ServerConnection> {
		if (this.#connection?.isOpen) return Promise.resolve(this.#connection);
		return this.#attempt ?? this.#start([]);
	}

	/** Connects anew, also when too many attempts have failed. */
	async reconnect(): Promise<ServerConnection> {
		this.#attemptTimes = [];
		await this.#drop();
		return this.#again();
	}

	/** Runs something with the connection; once more with a new one when this one turns out to be lost. */
	async use<Result>(work: (connection: ServerConnection) => Promise<Result>): Promise<Result> {
		const connection = await this.connection();
		try {
			return await work(connection);
		} catch (error) {
			if (!isConnectionLoss(error) || this.#ended.signal.aborted) throw error;
			if (this.#connection === connection) await this.#drop();
			return work(await this.#again());
		}
	}

	async close(): Promise<void> {
		this.#ended.abort(new ServerError("closed", `MCP server "${this.name}" was disconnected`));
		const attempt = this.#attempt;
		await this.#drop();
		await attempt?.then(
			(connection) => connection.close(),
			() => {},
		);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close();
	}

	#lost(reason: string): void {
		if (this.#ended.signal.aborted || this.#attempt) return;
		this.#connection = undefined;
		this.#again().catch((error) => {
			if (this.#ended.signal.aborted) return;
			const why = errorMessage(error);
			this.#options.onAbandoned?.(
				`MCP server "${this.name}" was lost (${reason}) and could not be connected again: ${why}`,
				error,
			);
		});
	}

	/** All who want a new connection share one series of attempts. */
	#again(): Promise<ServerConnection> {
		return this.#attempt ?? this.#start(this.#options.delaysMs ?? usualDelaysMs);
	}

	#start(delaysMs: readonly number[]): Promise<ServerConnection> {
		const attempt = this.#try(delaysMs).finally(() => {
			if (this.#attempt === attempt) this.#attempt = undefined;
		});
		this.#attempt = attempt;
		return attempt;
	}

	async #try(delaysMs: readonly number[]): Promise<ServerConnection> {
		const { signal } = this.#ended;
		for (const delayMs of [...delaysMs, undefined]) {
			this.#checkBreaker(delaysMs.length > 0);
			try {
				return await this.#once(signal);
			} catch (error) {
				// A server that wants a login wants it a second later, too.
				if (delayMs === undefined || signal.aborted || challengeIn(error)) throw error;
				await sleep(delayMs, { signal });
			}
		}
		throw new ServerError("closed", "Transport closed");
	}

	async #once(signal: AbortSignal): Promise<ServerConnection> {
		let lostBecause: string | undefined;
		let made: ServerConnection | undefined;
		const connection = await this.#options.connect((reason) => {
			lostBecause = reason;
			if (made && this.#connection === made) this.#lost(reason);
		}, signal);
		try {
			signal.throwIfAborted();
			await this.#options.onConnected?.(connection);
			if (lostBecause !== undefined) throw new ServerError("closed", lostBecause);
		} catch (error) {
			await connection.close();
			throw error;
		}
		made = connection;
		this.#connection = connection;
		return connection;
	}

	#checkBreaker(isReconnect: boolean): void {
		if (!isReconnect) return;
		const now = this.#options.now();
		this.#attemptTimes = [...this.#attemptTimes.filter((time) => now - time < breakerMs), now];
		if (this.#attemptTimes.length <= breakerAttempts) return;
		throw new ServerError("closed", `more than ${breakerAttempts} attempts in ${breakerMs / 1000} s`);
	}

	async #drop(): Promise<void> {
		const connection = this.#connection;
		this.#connection = undefined;
		await connection?.close();
	}
}
