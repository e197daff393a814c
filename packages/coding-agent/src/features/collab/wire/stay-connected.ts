import type { HostControlFrame } from "../protocol/frames.ts";
import type { FrameSeal } from "../protocol/seal.ts";
import { FrameMemory } from "./frame-memory.ts";
import { RelaySocket, type RelaySocketEvents } from "./relay-socket.ts";

const firstDelayMs = 250;
const maxDelayMs = 10_000;
/** An attempt that takes longer has failed. */
const connectMs = 5_000;

export interface ConnectionEvents extends Omit<RelaySocketEvents, "onClose" | "onHeard"> {
	/** The connection is lost; `true` tries again, later each time. */
	onLost(code: number, attempt: number, certificateProblem?: string): boolean;
	/** Sends what the other end answers; false when there is nothing. By default a ping that the relay answers. */
	probe?(): boolean;
}

export interface ConnectionOptions {
	readonly seal: FrameSeal;
	/** How many received frames are remembered over all connections, so that none counts twice. */
	readonly rememberedFrames: number;
	/** After this long without a sign of life, one is asked for. */
	readonly silenceMs?: number;
	/** A connection that gives no sign of life for this long is dead, though its socket may look open. */
	readonly probeMs?: number;
}

/** Keeps a connection to a relay: one that is lost, or dead without saying so, is made again. */
export class StayConnected {
	readonly #connect: () => WebSocket;
	readonly #options: Required<ConnectionOptions>;
	readonly #events: ConnectionEvents;
	readonly #memory: FrameMemory;
	readonly #heartbeat: ReturnType<typeof setInterval>;
	#socket: RelaySocket | undefined;
	#retry: ReturnType<typeof setTimeout> | undefined;
	#probe: ReturnType<typeof setTimeout> | undefined;
	#attempt = 0;
	#hasHeard = false;
	#isUrgent = false;
	#hasEnded = false;

	constructor(connect: () => WebSocket, options: ConnectionOptions, events: ConnectionEvents) {
		this.#connect = connect;
		this.#options = { silenceMs: 30_000, probeMs: 10_000, ...options };
		this.#events = events;
		this.#memory = new FrameMemory(options.rememberedFrames);
		this.#heartbeat = setInterval(() => this.#listen(), this.#options.silenceMs);
		this.#begin();
	}

	get isOpen(): boolean {
		return this.#socket?.isOpen ?? false;
	}

	get backlogBytes(): number {
		return this.#socket?.backlogBytes ?? 0;
	}

	send(peers: number | readonly number[], frame: object): void {
		this.#socket?.send(peers, frame);
	}

	control(frame: HostControlFrame): void {
		this.#socket?.control(frame);
	}

	/** Something was heard from the other end, so the next loss is tried again soon. */
	settle(): void {
		this.#attempt = 0;
	}

	/** Makes sure of the connection, for example after sleep: one that is lost or gives no sign of life is made again. */
	check(limitMs = this.#options.probeMs): void {
		if (this.#hasEnded) return;
		if (this.#retry !== undefined) this.#begin();
		if (!this.isOpen || this.#probe !== undefined) return;
		this.#hasHeard = false;
		if (!(this.#events.probe?.() ?? this.#socket?.ping())) return;
		this.#probe = setTimeout(() => {
			this.#probe = undefined;
			if (!this.#hasHeard) this.reopen();
		}, limitMs);
	}

	/** Gives up the connection and makes a new one at once. */
	reopen(): void {
		if (this.#hasEnded) return;
		if (this.#retry !== undefined) this.#begin();
		else {
			this.#isUrgent = true;
			this.#socket?.close();
		}
	}

	async end(): Promise<void> {
		if (this.#hasEnded) return;
		this.#stop();
		await this.#socket?.flush();
		this.#socket?.close();
	}

	#stop(): void {
		this.#hasEnded = true;
		clearTimeout(this.#retry);
		clearTimeout(this.#probe);
		clearInterval(this.#heartbeat);
	}

	#listen(): void {
		if (this.#hasHeard) this.#hasHeard = false;
		else if (this.isOpen) this.check();
	}

	#begin(): void {
		clearTimeout(this.#retry);
		this.#retry = undefined;
		const raw = this.#connect();
		const limit = setTimeout(() => socket.close(), connectMs);
		const socket: RelaySocket = new RelaySocket(raw, this.#options.seal, this.#memory, {
			onFrame: (peer, frame) => this.#events.onFrame(peer, frame),
			onControl: (frame) => this.#events.onControl(frame),
			onRejected: () => this.#events.onRejected?.(),
			onProblem: (error) => this.#events.onProblem?.(error),
			onHeard: () => {
				this.#hasHeard = true;
			},
			onOpen: () => {
				clearTimeout(limit);
				this.#events.onOpen();
			},
			onClose: (code, certificateProblem) => {
				clearTimeout(limit);
				this.#onClose(code, certificateProblem);
			},
		});
		this.#socket = socket;
	}

	#onClose(code: number, certificateProblem: string | undefined): void {
		if (this.#hasEnded) return;
		clearTimeout(this.#probe);
		this.#probe = undefined;
		this.#attempt += 1;
		const isUrgent = this.#isUrgent;
		this.#isUrgent = false;
		if (!this.#mayRetry(code, certificateProblem)) {
			this.#stop();
			return;
		}
		const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#attempt - 1));
		// Many that were lost together do not come back together.
		const delayMs = isUrgent ? 0 : delay * (0.75 + Math.random() / 2);
		this.#retry = setTimeout(() => this.#begin(), delayMs);
	}

	#mayRetry(code: number, certificateProblem: string | undefined): boolean {
		try {
			return this.#events.onLost(code, this.#attempt, certificateProblem);
		} catch (error) {
			this.#events.onProblem?.(error);
			return true;
		}
	}
}
