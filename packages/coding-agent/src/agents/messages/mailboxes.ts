import type { AgentLetter } from "@oh-my-pi/pi-tools/services/agent-service";

const maxLetters = 100;

interface Waiter {
	readonly from: string | undefined;
	readonly take: (letter: AgentLetter) => void;
}

/** Messages that nobody has read yet, by recipient. Each is read once: by a wait, the inbox, or the model. */
export class Mailboxes {
	readonly #letters = new Map<string, AgentLetter[]>();
	readonly #waiters = new Map<string, Set<Waiter>>();
	readonly #watchers = new Map<string, Set<() => void>>();

	/** True when somebody was waiting for it, who has it now. */
	put(letter: AgentLetter): boolean {
		const waiter = [...(this.#waiters.get(letter.to) ?? [])].find(({ from }) => isMeant(letter, from));
		if (waiter) {
			this.#waiters.get(letter.to)?.delete(waiter);
			waiter.take(letter);
			return true;
		}
		const letters = this.#letters.get(letter.to) ?? [];
		letters.push(letter);
		if (letters.length > maxLetters) letters.shift();
		this.#letters.set(letter.to, letters);
		for (const tell of this.#watchers.get(letter.to) ?? []) tell();
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
		return this.#letters.get(id)?.length ?? 0;
	}

	peek(id: string): readonly AgentLetter[] {
		return [...(this.#letters.get(id) ?? [])];
	}

	/** Takes all of them. */
	takeAll(id: string): readonly AgentLetter[] {
		const letters = this.#letters.get(id) ?? [];
		this.#letters.delete(id);
		return letters;
	}

	/** The first message that fits, now or when it comes; `undefined` when the signal fires first. */
	next(id: string, from: string | undefined, signal: AbortSignal): Promise<AgentLetter | undefined> {
		const letters = this.#letters.get(id) ?? [];
		const index = letters.findIndex((letter) => isMeant(letter, from));
		if (index >= 0) return Promise.resolve(letters.splice(index, 1)[0]);
		if (signal.aborted) return Promise.resolve(undefined);
		const { promise, resolve } = Promise.withResolvers<AgentLetter | undefined>();
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
		this.#letters.delete(id);
	}
}

function isMeant(letter: AgentLetter, from: string | undefined): boolean {
	return from === undefined || letter.from === from;
}
