import type { ControlFrame, HostControlFrame } from "../protocol/frames.ts";
import { parseControlFrame } from "../protocol/parse-frame.ts";
import { type FrameSeal, minEnvelopeBytes, peerOf } from "../protocol/seal.ts";
import type { FrameMemory } from "./frame-memory.ts";

export interface RelaySocketEvents {
	onOpen(): void;
	/** A frame that was sealed with our key; not yet looked at. */
	onFrame(peer: number, frame: unknown): void;
	onControl(frame: ControlFrame): void;
	/** A frame that our key does not open, or one that came before. */
	onRejected?(): void;
	/** Anything came, so the connection works. */
	onHeard?(): void;
	/** One of the others threw. That frame is lost, the next ones are not. */
	onProblem?(error: unknown): void;
	/** With what was wrong with the relay's certificate, if it was that. */
	onClose(code: number, certificateProblem?: string): void;
}

/** What Bun's sockets have beside those of browsers. */
interface PingSocket {
	ping?(): void;
	addEventListener?(type: "pong", listener: () => void): void;
}

/** One connection to a relay. Frames are sealed, opened and handed over in order. */
export class RelaySocket {
	readonly #socket: WebSocket;
	readonly #seal: FrameSeal;
	readonly #memory: FrameMemory;
	readonly #events: RelaySocketEvents;
	#sending: Promise<void> = Promise.resolve();
	#receiving: Promise<void> = Promise.resolve();
	#certificateProblem: string | undefined;
	#waiting = 0;
	#isClosed = false;

	constructor(socket: WebSocket, seal: FrameSeal, memory: FrameMemory, events: RelaySocketEvents) {
		this.#socket = socket;
		this.#seal = seal;
		this.#memory = memory;
		this.#events = events;
		socket.binaryType = "arraybuffer";
		socket.onopen = () => events.onOpen();
		socket.onmessage = ({ data }) => this.#receive(data);
		socket.onclose = ({ code }) => this.#end(code);
		socket.onerror = (event) => {
			// Everything else is in the close event.
			this.#certificateProblem = /TLS handshake failed: (.+)/.exec(messageOf(event))?.[1];
		};
		(socket as PingSocket).addEventListener?.("pong", () => events.onHeard?.());
	}

	/** Bytes that the network has not taken yet. */
	get backlogBytes(): number {
		return this.#socket.bufferedAmount + this.#waiting;
	}

	get isOpen(): boolean {
		return !this.#isClosed && this.#socket.readyState === WebSocket.OPEN;
	}

	/** To one peer, or to several of them. */
	send(peers: number | readonly number[], frame: object): void {
		if (!this.isOpen) return;
		// The frame is made now: what it holds may change.
		const text = JSON.stringify(frame);
		for (const peer of typeof peers === "number" ? [peers] : peers) this.#sendText(peer, text);
	}

	/** A word to the relay itself, behind what was sent before. */
	control(frame: HostControlFrame): void {
		this.#sending = this.#sending.then(() => {
			if (this.isOpen) this.#socket.send(JSON.stringify(frame));
		});
	}

	/** Asks the relay for a sign of life; false where sockets have no pings, as in browsers. */
	ping(): boolean {
		const socket = this.#socket as PingSocket;
		if (!this.isOpen || socket.ping === undefined) return false;
		socket.ping();
		return true;
	}

	/** Resolves when everything before is on its way. */
	flush(): Promise<void> {
		return this.#sending;
	}

	close(): void {
		this.#socket.close(1000);
		this.#end(1000);
	}

	#sendText(peer: number, text: string): void {
		this.#waiting += text.length;
		this.#sending = this.#sending.then(async () => {
			const sealed = await this.#seal.sealText(peer, text);
			this.#waiting -= text.length;
			if (this.isOpen) this.#socket.send(sealed);
		});
	}

	#end(code: number): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#inOrder(() => this.#events.onClose(code, this.#certificateProblem));
	}

	#receive(data: unknown): void {
		if (this.#isClosed) return;
		this.#events.onHeard?.();
		this.#inOrder(typeof data === "string" ? () => this.#control(data) : () => this.#open(data));
	}

	#inOrder(work: () => void | Promise<void>): void {
		this.#receiving = this.#receiving.then(work).catch((error: unknown) => this.#events.onProblem?.(error));
	}

	#control(text: string): void {
		const frame = parseControlFrame(text);
		if (frame) this.#events.onControl(frame);
	}

	async #open(data: unknown): Promise<void> {
		if (!(data instanceof ArrayBuffer) || data.byteLength < minEnvelopeBytes) return;
		const envelope = new Uint8Array(data);
		const frame = await this.#seal.open(envelope);
		if (frame === undefined || !this.#memory.isNew(envelope)) this.#events.onRejected?.();
		else this.#events.onFrame(peerOf(envelope), frame);
	}
}

/** Browsers do not say what went wrong. */
function messageOf(event: Event): string {
	return "message" in event && typeof event.message === "string" ? event.message : "";
}
