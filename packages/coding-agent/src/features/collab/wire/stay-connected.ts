import type { FrameSeal } from "../protocol/seal.ts";
import { RelaySocket, type RelaySocketEvents } from "./relay-socket.ts";

const firstDelayMs = 250;
const maxDelayMs = 10_000;
/** An attempt that takes longer has failed. */
const connectMs = 5_000;

export interface ConnectionEvents extends Omit<RelaySocketEvents, "onClose"> {
	/** The connection is lost; `true` tries again, later each time. */
	onLost(code: number, attempt: number): boolean;
}

/** Keeps a connection to a relay: one that is lost is made again. */
export class StayConnected {
	readonly #connect: () => WebSocket;
	readonly #seal: FrameSeal;
	readonly #events: ConnectionEvents;
	#socket: RelaySocket | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#attempt = 0;
	#hasEnded = false;

	constructor(connect: () => WebSocket, seal: FrameSeal, events: ConnectionEvents) {
		this.#connect = connect;
		this.#seal = seal;
		this.#events = events;
		this.#begin();
	}

	get isOpen(): boolean {
		return this.#socket?.isOpen ?? false;
	}

	get backlogBytes(): number {
		return this.#socket?.backlogBytes ?? 0;
	}

	send(peer: number, frame: object): void {
		this.#socket?.send(peer, frame);
	}

	/** Something was heard from the other end, so the next loss is tried again soon. */
	settle(): void {
		this.#attempt = 0;
	}

	/** Tries at once, for example after sleep. */
	retryNow(): void {
		if (this.#hasEnded || this.#timer === undefined) return;
		this.#begin();
	}

	async end(): Promise<void> {
		if (this.#hasEnded) return;
		this.#hasEnded = true;
		clearTimeout(this.#timer);
		await this.#socket?.flush();
		this.#socket?.close();
	}

	#begin(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const raw = this.#connect();
		const limit = setTimeout(() => socket.close(), connectMs);
		const socket: RelaySocket = new RelaySocket(raw, this.#seal, {
			onFrame: (peer, frame) => this.#events.onFrame(peer, frame),
			onControl: (frame) => this.#events.onControl(frame),
			onRejected: () => this.#events.onRejected?.(),
			onOpen: () => {
				clearTimeout(limit);
				this.#events.onOpen();
			},
			onClose: (code) => {
				clearTimeout(limit);
				this.#onClose(code);
			},
		});
		this.#socket = socket;
	}

	#onClose(code: number): void {
		if (this.#hasEnded) return;
		this.#attempt += 1;
		if (!this.#events.onLost(code, this.#attempt)) {
			this.#hasEnded = true;
			return;
		}
		const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#attempt - 1));
		// Many that were lost together do not come back together.
		this.#timer = setTimeout(() => this.#begin(), delay * (0.75 + Math.random() / 2));
	}
}
