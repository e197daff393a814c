import { HttpError } from "./http-error.ts";
import type { ServiceSocket, SocketHandler } from "./route.ts";

export interface SocketData {
	readonly handler: SocketHandler;
}

interface SocketLimits {
	readonly maxSockets: number;
	readonly maxMessageBytes: number;
	readonly maxSocketBufferBytes: number;
}

/** The WebSockets of a service. */
export class Sockets {
	readonly #limits: SocketLimits;
	readonly #onError: (error: unknown) => void;
	readonly #open = new Map<Bun.ServerWebSocket<SocketData>, ServiceSocket>();

	constructor(limits: SocketLimits, onError: (error: unknown) => void) {
		this.#limits = limits;
		this.#onError = onError;
	}

	get handler(): Bun.WebSocketHandler<SocketData> {
		return {
			maxPayloadLength: this.#limits.maxMessageBytes,
			backpressureLimit: this.#limits.maxSocketBufferBytes,
			closeOnBackpressureLimit: true,
			// Pings keep it alive; a client that does not answer them is gone.
			idleTimeout: 120,
			sendPings: true,
			open: (raw) => {
				const socket = wrapSocket(raw);
				this.#open.set(raw, socket);
				this.#guard(raw, () => raw.data.handler.open?.(socket));
			},
			message: (raw, data) => this.#guard(raw, () => raw.data.handler.message(this.#find(raw), data)),
			drain: (raw) => this.#guard(raw, () => raw.data.handler.drain?.(this.#find(raw))),
			close: (raw, code, reason) => {
				const socket = this.#find(raw);
				this.#open.delete(raw);
				this.#guard(raw, () => raw.data.handler.close?.(socket, code, reason));
			},
		};
	}

	upgrade(server: Bun.Server<SocketData>, request: Request, handler: SocketHandler): void {
		if (this.#open.size >= this.#limits.maxSockets)
			throw new HttpError(503, "Too many connections", { "retry-after": "1" });
		if (!server.upgrade(request, { data: { handler } })) throw new HttpError(400, "Not a WebSocket request");
	}

	closeAll(): void {
		for (const raw of [...this.#open.keys()]) raw.close(1001, "The service has ended");
	}

	#find(raw: Bun.ServerWebSocket<SocketData>): ServiceSocket {
		return this.#open.get(raw) ?? wrapSocket(raw);
	}

	#guard(raw: Bun.ServerWebSocket<SocketData>, work: () => void): void {
		try {
			work();
		} catch (error) {
			this.#onError(error);
			raw.close(1011, "Internal error");
		}
	}
}

function wrapSocket(raw: Bun.ServerWebSocket<SocketData>): ServiceSocket {
	return {
		// -1 is "sent, but the client is behind", 0 "dropped".
		send: (data) => raw.send(data) > 0,
		close: (code, reason) => raw.close(code, reason),
		pause: () => raw.pause(),
		resume: () => raw.resume(),
		get bufferedBytes() {
			return raw.getBufferedAmount();
		},
	};
}
