export interface ServerEvent {
	/** The name of the event; `message` for the browser when left out. */
	readonly event?: string;
	/** One line or several; other values are the caller's to encode. */
	readonly data: string;
	readonly id?: string;
}

export interface EventStreamOptions {
	/** A client with more than this unread is dropped at the next event. */
	readonly maxBufferedBytes?: number;
	/** A client that has something to read and reads nothing for this long is dropped. */
	readonly stallMs?: number;
	/** A comment this often, so that neither side takes silence for the end; 0 for none. */
	readonly keepAliveMs?: number;
	readonly headers?: Readonly<Record<string, string>>;
}

export type StreamEnd = "closed" | "client-left" | "too-slow" | "token-replaced";

const encoder = new TextEncoder();
/** What is handed to the connection before `ready` waits. */
const highWaterBytes = 64 * 1024;

/** Server-sent events to one client. Memory is bounded: a client that does not read is dropped. */
export class EventStream {
	readonly response: Response;
	/** How the stream ended; never rejects. */
	readonly ended: Promise<StreamEnd>;
	readonly #ended = Promise.withResolvers<StreamEnd>();
	readonly #left = new AbortController();
	readonly #maxBufferedBytes: number;
	readonly #stallMs: number;
	#controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	#room = Promise.withResolvers<void>();
	#stallTimer: ReturnType<typeof setTimeout> | undefined;
	readonly #keepAlive: ReturnType<typeof setInterval> | undefined;
	#bytes = 0;

	readonly #isAllowed: () => boolean;

	/** `isAllowed` is asked before anything is sent; the stream ends when it is no longer. */
	constructor(options: EventStreamOptions = {}, isAllowed: () => boolean = () => true) {
		this.#isAllowed = isAllowed;
		const { maxBufferedBytes = 1024 * 1024, stallMs = 30_000, keepAliveMs = 20_000, headers = {} } = options;
		this.#maxBufferedBytes = maxBufferedBytes;
		this.#stallMs = stallMs;
		this.ended = this.#ended.promise;
		const body = new ReadableStream<Uint8Array>(
			{
				start: (controller) => {
					this.#controller = controller;
				},
				pull: () => this.#onPull(),
				cancel: () => this.#finish("client-left"),
			},
			new ByteLengthQueuingStrategy({ highWaterMark: highWaterBytes }),
		);
		this.response = new Response(body, {
			headers: {
				"content-type": "text/event-stream; charset=utf-8",
				"cache-control": "no-store, no-transform",
				"x-content-type-options": "nosniff",
				// nginx buffers answers unless it is asked not to.
				"x-accel-buffering": "no",
				...headers,
			},
		});
		if (keepAliveMs > 0) this.#keepAlive = setInterval(() => this.comment("keep-alive"), keepAliveMs);
	}

	/** Aborted when the stream has ended, for whatever reason. */
	get signal(): AbortSignal {
		return this.#left.signal;
	}

	/** Sent so far, read or not. */
	get bytes(): number {
		return this.#bytes;
	}

	/** Whether it was sent: `false` after the end. A producer of more than a few events at once awaits `ready` between them. */
	send({ event, data, id }: ServerEvent): boolean {
		const head = `${event === undefined ? "" : `event: ${event}\n`}${id === undefined ? "" : `id: ${id}\n`}`;
		return this.#write(`${head}${data.replace(/^/gm, "data: ")}\n\n`);
	}

	comment(text: string): boolean {
		return this.#write(`: ${text}\n\n`);
	}

	/** Waits until the client has taken most of what was sent; at once when the stream has ended. */
	async ready(): Promise<void> {
		while (this.#controller !== undefined && (this.#controller.desiredSize ?? 0) <= 0) await this.#room.promise;
	}

	/** Ends the stream after what was sent. */
	close(): void {
		this.#close("closed");
	}

	#close(end: StreamEnd): void {
		const controller = this.#controller;
		this.#finish(end);
		try {
			controller?.close();
		} catch {
			// The client has left at the same moment.
		}
	}

	#write(text: string): boolean {
		const controller = this.#controller;
		if (controller === undefined) return false;
		if (!this.#isAllowed()) {
			this.#close("token-replaced");
			return false;
		}
		// One event may be larger than the limit, a client that is that far behind gets no more.
		if (highWaterBytes - (controller.desiredSize ?? 0) > this.#maxBufferedBytes) {
			this.#drop(controller);
			return false;
		}
		const bytes = encoder.encode(text);
		controller.enqueue(bytes);
		this.#bytes += bytes.byteLength;
		if ((controller.desiredSize ?? 0) < highWaterBytes)
			this.#stallTimer ??= setTimeout(() => this.#drop(controller), this.#stallMs);
		return true;
	}

	#onPull(): void {
		clearTimeout(this.#stallTimer);
		this.#stallTimer = undefined;
		this.#room.resolve();
		this.#room = Promise.withResolvers();
	}

	#drop(controller: ReadableStreamDefaultController<Uint8Array>): void {
		this.#finish("too-slow");
		// Closing would keep what is unread.
		controller.error(new Error("The client does not read"));
	}

	#finish(end: StreamEnd): void {
		if (this.#controller === undefined) return;
		this.#controller = undefined;
		clearInterval(this.#keepAlive);
		clearTimeout(this.#stallTimer);
		this.#room.resolve();
		this.#ended.resolve(end);
		this.#left.abort();
	}
}
