import type { ControlFrame } from "../protocol/frames.ts";
import { parseControlFrame } from "../protocol/parse-frame.ts";
import { type FrameSeal, ivOf, minEnvelopeBytes, peerOf } from "../protocol/seal.ts";

export interface RelaySocketEvents {
	onOpen(): void;
	/** A frame that was sealed with our key; not yet looked at. */
	onFrame(peer: number, frame: unknown): void;
	onControl(frame: ControlFrame): void;
	/** A frame that our key does not open, or one that came before. */
	onRejected?(): void;
	onClose(code: number): void;
}

/** How many seals are kept to recognize a frame that is sent once more. */
const rememberedSeals = 20_000;

/** One connection to a relay. Frames are sealed, opened and handed over in order. */
export class RelaySocket {
	readonly #socket: WebSocket;
	readonly #seal: FrameSeal;
	readonly #events: RelaySocketEvents;
	#sending: Promise<void> = Promise.resolve();
	#receiving: Promise<void> = Promise.resolve();
	#seen = new Set<string>();
	#earlier = new Set<string>();
	#waiting = 0;
	#isClosed = false;

	constructor(socket: WebSocket, seal: FrameSeal, events: RelaySocketEvents) {
		this.#socket = socket;
		this.#seal = seal;
		this.#events = events;
		socket.binaryType = "arraybuffer";
		socket.onopen = () => events.onOpen();
		socket.onmessage = ({ data }) => this.#receive(data);
		socket.onclose = ({ code }) => this.#end(code);
		// What went wrong is in the close event.
		socket.onerror = () => {};
	}

	/** Bytes that the network has not taken yet. */
	get backlogBytes(): number {
		return this.#socket.bufferedAmount + this.#waiting;
	}

	get isOpen(): boolean {
		return !this.#isClosed && this.#socket.readyState === WebSocket.OPEN;
	}

	send(peer: number, frame: object): void {
		if (!this.isOpen) return;
		// The frame is made now: what it holds may change.
		const text = JSON.stringify(frame);
		this.#waiting += text.length;
		this.#sending = this.#sending.then(async () => {
			const sealed = await this.#seal.sealText(peer, text);
			this.#waiting -= text.length;
			if (this.isOpen) this.#socket.send(sealed);
		});
	}

	/** Resolves when everything before is on its way. */
	flush(): Promise<void> {
		return this.#sending;
	}

	close(): void {
		this.#socket.close(1000);
		this.#end(1000);
	}

	#end(code: number): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		void this.#receiving.then(() => this.#events.onClose(code));
	}

	#receive(data: unknown): void {
		const work = typeof data === "string" ? () => this.#control(data) : () => this.#open(data);
		this.#receiving = this.#receiving.then(work);
	}

	#control(text: string): void {
		const frame = parseControlFrame(text);
		if (frame) this.#events.onControl(frame);
	}

	async #open(data: unknown): Promise<void> {
		if (!(data instanceof ArrayBuffer) || data.byteLength < minEnvelopeBytes) return;
		const envelope = new Uint8Array(data);
		const frame = await this.#seal.open(envelope);
		if (frame === undefined || !this.#isNew(envelope)) this.#events.onRejected?.();
		else this.#events.onFrame(peerOf(envelope), frame);
	}

	/** A relay could send a frame of a guest twice, and a prompt would run twice. */
	#isNew(envelope: Uint8Array): boolean {
		const iv = ivOf(envelope);
		if (this.#seen.has(iv) || this.#earlier.has(iv)) return false;
		this.#seen.add(iv);
		if (this.#seen.size >= rememberedSeals) {
			this.#earlier = this.#seen;
			this.#seen = new Set();
		}
		return true;
	}
}
