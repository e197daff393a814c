import type { PeerMessage } from "@oh-my-pi/pi-tools/services/agent-service";

const maxMessages = 100;

interface Waiter {
	readonly from: string | undefined;
	readonly take: (message: PeerMessage) => void;
}

/** Messages that nobody has read yet, by recipient. Each is read once: by a wait, the inbox, or the model. */
export class Inboxes {
	readonly #messages = new Map<string, PeerMessage[]>();
	readonly #waiters = new Map<string, Set<Waiter>>();
	readonly #watchers = new Map<string, Set<() => void>>();

	/** True when somebody was waiting for it, who has it now. */
	put(message: PeerMessage): boolean {
		const waiter = [...(this.#waiters.get(message.to) ?? [])].find(({ from }) => isMeant(message, from));
		if (waiter) {
			this.#waiters.get(message.to)?.delete(waiter);
			waiter.take(message);
			return true;
		}
		const messages = this.#messages.get(message.to) ?? [];
		messages.push(message);
		if (messages.length > maxMessages) messages.shift();
		this.#messages.set(message.to, messages);
		for (const tell of this.#watchers.get(message.to) ?? []) tell();
		return false;
	}

	/** Resolves when there is something to read, which stays where it is, or when the signal fires. */
	arrival(id: string, signal: AbortSignal): Promise<void> {
		if (signal.aborted || this.unread(id) > 0) return Promise.resolve();
		const { promise, resolve } = Promise.withResolvers<void>();
		const watchers = this.#watchers.get(id) ?? new Set();
		this.#watchers.set(id, watchers.add(resolve));
		signal.addEventListener("abort", () => resolve(), { once: true });
		return promise.finally(() => watchers.delete(resolve));
	}

	unread(id: string): number {
		return this.#messages.get(id)?.length ?? 0;
	}

	peek(id: string): readonly PeerMessage[] {
		return [...(this.#messages.get(id) ?? [])];
	}

	/** Takes all of them. */
	takeAll(id: string): readonly PeerMessage[] {
		const messages = this.#messages.get(id) ?? [];
		this.#messages.delete(id);
		return messages;
	}

	/** The first message that fits, now or when it comes; `undefined` when the signal fires first. */
	next(id: string, from: string | undefined, signal: AbortSignal): Promise<PeerMessage | undefined> {
		const messages = this.#messages.get(id) ?? [];
		const index = messages.findIndex((message) => isMeant(message, from));
		if (index >= 0) return Promise.resolve(messages.splice(index, 1)[0]);
		if (signal.aborted) return Promise.resolve(undefined);
		const { promise, resolve } = Promise.withResolvers<PeerMessage | undefined>();
		const waiters = this.#waiters.get(id) ?? new Set();
		const waiter: Waiter = { from, take: resolve };
		this.#waiters.set(id, waiters.add(waiter));
		signal.addEventListener(
			"abort",
			() => {
				waiters.delete(waiter);
				resolve(undefined);
			},
			{ once: true },
		);
		return promise;
	}

	forget(id: string): void {
		this.#messages.delete(id);
	}
}

function isMeant(message: PeerMessage, from: string | undefined): boolean {
	return from === undefined || message.from === from;
}
