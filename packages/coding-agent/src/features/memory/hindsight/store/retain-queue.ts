import { MemoryError } from "@oh-my-pi/pi-memory/contract/memory-error";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { RetainItem } from "../client/hindsight-client.ts";

interface QueuePorts {
	readonly send: (items: readonly RetainItem[], signal: AbortSignal) => Promise<void>;
	readonly warn: (text: string) => void;
	readonly maxItems?: number;
	readonly delayMs?: number;
}

/** What waits after failures is bounded; the oldest go first. */
const maxWaiting = 200;

/** Collects what is to be stored, and sends it when 16 items wait or 5 s have passed. */
export class RetainQueue {
	readonly #ports: QueuePorts;
	#waiting: RetainItem[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	#sending: Promise<void> = Promise.resolve();
	#isClosed = false;
	#hasFailed = false;

	constructor(ports: QueuePorts) {
		this.#ports = ports;
	}

	get size(): number {
		return this.#waiting.length;
	}

	/** A document that is waiting already is replaced by its newer version. */
	add(items: readonly RetainItem[]): void {
		if (this.#isClosed) throw new MemoryError("refused", "Hindsight retain queue is closed.");
		const { maxItems = 16, delayMs = 5000 } = this.#ports;
		const documents = new Set(items.flatMap(({ document_id }) => document_id ?? []));
		const others = this.#waiting.filter(({ document_id }) => !document_id || !documents.has(document_id));
		this.#waiting = [...others, ...items].slice(-maxWaiting);
		if (this.#waiting.length >= maxItems) void this.flush();
		else this.#timer ??= setTimeout(() => void this.flush(), delayMs);
	}

	/** Sends what waits. Never rejects: a failure is one line for the user, and the items wait for the next time. */
	flush(signal: AbortSignal = AbortSignal.timeout(120_000)): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#sending = this.#sending.then(() => this.#send(signal));
		return this.#sending;
	}

	async #send(signal: AbortSignal): Promise<void> {
		const items = this.#waiting;
		if (items.length === 0) return;
		this.#waiting = [];
		try {
			await this.#ports.send(items, signal);
			this.#hasFailed = false;
		} catch (error) {
			this.#waiting = [...items, ...this.#waiting].slice(-maxWaiting);
			const count = items.length === 1 ? "1 memory was" : `${items.length} memories were`;
			if (!this.#hasFailed || this.#isClosed) this.#ports.warn(`${count} not stored. ${errorMessage(error)}`);
			this.#hasFailed = true;
		}
	}

	/** Drops what waits; says how many that were. */
	clear(): number {
		const { length } = this.#waiting;
		this.#waiting = [];
		clearTimeout(this.#timer);
		this.#timer = undefined;
		return length;
	}

	close(): Promise<void> {
		this.#isClosed = true;
		return this.flush();
	}
}
