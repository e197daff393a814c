import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";

interface Listener {
	readonly listener: (data: unknown) => void;
	readonly onError: (error: unknown) => void;
}

/** Messages between extensions. A listener that fails does not keep others from hearing. */
export class EventBus {
	readonly #channels = new Map<string, Set<Listener>>();

	on(channel: string, listener: Listener["listener"], onError: Listener["onError"] = logFailure): () => void {
		const entry = { listener, onError };
		const listeners = this.#channels.get(channel) ?? new Set();
		this.#channels.set(channel, listeners.add(entry));
		return () => void listeners.delete(entry);
	}

	emit(channel: string, data: unknown): void {
		for (const { listener, onError } of [...(this.#channels.get(channel) ?? [])]) {
			try {
				const result: unknown = listener(data);
				if (result instanceof Promise) result.catch(onError);
			} catch (error) {
				onError(error);
			}
		}
	}
}

function logFailure(error: unknown): void {
	logIgnored("a listener of the event bus failed", error);
}
